// mcl programs that wait, do not change or end: the results of their steps, wake-ups, and the
// questions to their host in between.

#include "check.h"

#include <poll.h>

// Returns an edge between two resources.
static pcty_mcl_edge_spec edge_between(pcty_str from_kind, pcty_str from_name, pcty_str to_kind,
                                       pcty_str to_name) {
    pcty_mcl_edge_spec edge = PCTY_MCL_EDGE_SPEC_INIT;
    edge.from_kind = from_kind;
    edge.from_name = from_name;
    edge.to_kind = to_kind;
    edge.to_name = to_name;
    return edge;
}

// Adds an edge between two resources.
static pcty_status add_edge(pcty_mcl_builder *builder, pcty_str from_kind, pcty_str from_name,
                            pcty_str to_kind, pcty_str to_name, pcty_mcl_edge_flags flags,
                            pcty_error **failure) {
    pcty_mcl_edge_spec edge = edge_between(from_kind, from_name, to_kind, to_name);
    edge.flags = flags;
    return pcty_mcl_builder_add_edge(builder, &edge, failure);
}

enum { STREAMS = 3 };

// A host of three streams, `w.s0` to `w.s2`.
struct world {
    int64_t values[STREAMS]; // negative if there is no value yet
    pcty_mcl_sender *senders[STREAMS];
    int follows, unfollows;
    bool refuses; // refuses to follow
};

struct stream {
    struct world *world;
    int number;
};

static pcty_status call(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *type, pcty_value **out, pcty_error **error) {
    const struct stream *stream = (const struct stream *)user_data;
    CHECK(args != NULL && count == 0 && type != NULL && *error == NULL);
    int64_t value = stream->world->values[stream->number];
    if (value >= 0) {
        *out = pcty_value_integer_from_int64(value);
    }
    return PCTY_OK;
}

static pcty_status follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    const struct stream *stream = (const struct stream *)user_data;
    struct world *world = stream->world;
    CHECK(function.len == 4 && args != NULL && count == 0);
    if (world->refuses) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("nothing is followed"));
        return PCTY_ERROR_CALLBACK;
    }
    world->follows++;
    pcty_mcl_sender_free(world->senders[stream->number]);
    world->senders[stream->number] = pcty_mcl_sender_clone(sender);
    return PCTY_OK;
}

static void unfollow(void *user_data, const pcty_mcl_sender *sender) {
    struct world *world = ((const struct stream *)user_data)->world;
    CHECK(sender != NULL);
    world->unfollows++;
}

static pcty_mcl_host *host_of(struct world *world) {
    static const char *const NAMES[STREAMS] = {"w.s0", "w.s1", "w.s2"};
    pcty_mcl_host *host = pcty_mcl_host_new();
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = (struct stream *)malloc(sizeof *stream);
        *stream = (struct stream){world, i};
        pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
        spec.name = pcty_str_from_cstr(NAMES[i]);
        spec.signature = PCTY_STR("func() int");
        spec.call = call;
        spec.follow = follow;
        spec.unfollow = unfollow;
        spec.user_data = stream;
        spec.destroy = free;
        CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    }
    CHECK_OK(pcty_mcl_host_add_kinds(
        host,
        PCTY_STR("[{\"kind\": \"note\", \"traits\": [\"exportable\"], \"fields\": ["
                 "{\"lang\": \"size\", \"type\": \"int\"}, {\"lang\": \"any\", \"type\": \"variant\"}]}]"),
        NULL));
    return host;
}

static pcty_mcl_runtime *start(pcty_mcl_host *host, const char *text, size_t vertices) {
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_error *error = NULL;
    if (pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"), host, &program,
                                      &error) != PCTY_OK) {
        fprintf(stderr, "%s\n%s\n", text, pcty_string_cstr(pcty_error_format(error, PCTY_NOTATION_TEXT)));
        exit(1);
    }
    CHECK_OK(pcty_mcl_runtime_start(program, vertices, &runtime, NULL));
    pcty_mcl_program_free(program);
    return runtime;
}

static void check_step(pcty_mcl_runtime *runtime, pcty_mcl_progress want) {
    pcty_mcl_progress progress = 99;
    pcty_error *error = NULL;
    if (pcty_mcl_runtime_step(runtime, &progress, &error) != PCTY_OK) {
        fprintf(stderr, "%s\n", pcty_string_cstr(pcty_error_format(error, PCTY_NOTATION_TEXT)));
        exit(1);
    }
    CHECK(progress == want);
}

static void fail(struct world *world, int stream, pcty_status status, const char *message) {
    pcty_error *error = pcty_error_new(status, pcty_str_from_cstr(message));
    pcty_mcl_sender_fail(world->senders[stream], error);
    pcty_error_free(error);
}

static bool is_readable(pcty_mcl_runtime *runtime) {
    int32_t descriptor = -1;
    CHECK_OK(pcty_mcl_runtime_descriptor(runtime, &descriptor, NULL));
    struct pollfd asked = {descriptor, POLLIN, 0};
    return poll(&asked, 1, 0) == 1 && (asked.revents & POLLIN) != 0;
}

// Every step returns the same error, and none causes a wake-up.
static void check_ended(pcty_mcl_runtime *runtime, pcty_status status, const char *message) {
    for (int i = 0; i < 3; i++) {
        pcty_mcl_progress progress;
        pcty_error *error = NULL;
        CHECK(pcty_mcl_runtime_step(runtime, &progress, &error) == status);
        CHECK_STR(error_info(error).stage, "errStream");
        CHECK(strstr(pcty_error_message(error).data, message) != NULL);
        pcty_error_free(error);
        CHECK(!is_readable(runtime));
    }
}

static void end(struct world *world, pcty_mcl_host *host, pcty_mcl_runtime *runtime) {
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_host_free(host);
    for (int i = 0; i < STREAMS; i++) {
        pcty_mcl_sender_free(world->senders[i]);
        world->senders[i] = NULL;
    }
    CHECK(world->follows == world->unfollows);
}

// A stream that first has no value yet, and later no value any more.
static void waiting(void) {
    struct world world = {{-1, 1, 0}, {NULL}, 0, 0, false};
    pcty_mcl_host *host = host_of(&world);
    pcty_mcl_runtime *runtime = start(host,
                                      "import \"w\"\n"
                                      "note \"a\" { size => w.s0() + w.s1() <|> 7, }\n",
                                      0);
    CHECK(is_readable(runtime));
    check_step(runtime, PCTY_MCL_PROGRESS_WAITING);
    check_step(runtime, PCTY_MCL_PROGRESS_WAITING);
    CHECK(!is_readable(runtime));
    world.values[0] = 2;
    pcty_mcl_sender_send(world.senders[0]);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    world.values[0] = -1;
    pcty_mcl_sender_send(world.senders[0]);
    check_step(runtime, PCTY_MCL_PROGRESS_WAITING);
    pcty_mcl_resources *resources = NULL;
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    CHECK(mcl_resources_info(resources).count == 1); // as it was
    pcty_mcl_resources_free(resources);
    world.values[0] = 2;
    pcty_mcl_sender_send(world.senders[0]);
    check_step(runtime, PCTY_MCL_PROGRESS_SAME);
    end(&world, host, runtime);

    // A function that does not stream must have a value.
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    struct stream never = {&world, 0};
    world.values[0] = -1;
    host = host_of(&world);
    spec.name = PCTY_STR("w.never");
    spec.signature = PCTY_STR("func() int");
    spec.call = call;
    spec.user_data = &never;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    runtime = start(host, "import \"w\"\nnote \"a\" { size => w.never(), }\n", 0);
    check_ended(runtime, PCTY_ERROR_MISBEHAVED, "without a result");
    end(&world, host, runtime);
}

// A branch with the same content as the previous one.
static void same(void) {
    struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
    pcty_mcl_host *host = host_of(&world);
    pcty_mcl_runtime *runtime = start(host,
                                      "import \"w\"\n"
                                      "if w.s0() == 1 {\n\tnote \"a\" { size => 1, }\n} else {\n"
                                      "\tnote \"a\" { size => 2 - 1, }\n}\n",
                                      0);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    world.values[0] = 2;
    pcty_mcl_sender_send(world.senders[0]);
    check_step(runtime, PCTY_MCL_PROGRESS_SAME);
    end(&world, host, runtime);
}

// Streams that fail: one that is no longer needed, and one that is needed.
static void failures(void) {
    const pcty_status codes[] = {PCTY_ERROR_CALLBACK, PCTY_ERROR_LIMIT, PCTY_ERROR_CANCELLED};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
        pcty_mcl_host *host = host_of(&world);
        pcty_mcl_runtime *runtime = start(host,
                                          "import \"w\"\n"
                                          "if w.s0() == 1 {\n\tnote \"a\" { size => w.s1(), }\n}\n"
                                          "note \"b\" { size => w.s2(), }\n",
                                          0);
        check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
        world.values[0] = 2;
        pcty_mcl_sender_send(world.senders[0]);
        check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
        CHECK(world.unfollows == 1);
        fail(&world, 1, PCTY_ERROR_CALLBACK, "gone");
        check_step(runtime, PCTY_MCL_PROGRESS_SAME);
        fail(&world, 1, PCTY_ERROR_CALLBACK, "gone again");
        fail(&world, 2, codes[i], "needed");
        check_ended(runtime, codes[i], "needed");
        pcty_mcl_sender_send(world.senders[2]); // has no effect
        CHECK(!is_readable(runtime));
        end(&world, host, runtime);
    }

    // A stream that cannot be followed: following that did not start does not end.
    struct world world = {{1, 0, 0}, {NULL}, 0, 0, true};
    pcty_mcl_host *host = host_of(&world);
    pcty_mcl_runtime *runtime =
        start(host, "import \"w\"\nnote \"a\" { size => w.s0() <|> 1, }\n", 0);
    check_ended(runtime, PCTY_ERROR_CALLBACK, "nothing is followed");
    end(&world, host, runtime);
    CHECK(world.follows == 0);
}

static pcty_status never_answer(void *user_data, pcty_str question, const pcty_value *const *args,
                                size_t count, const pcty_type *returns, pcty_value **out,
                                pcty_error **error) {
    CHECK(user_data != NULL && question.len > 0 && (count == 0 || args != NULL));
    CHECK(returns != NULL && *out == NULL && *error == NULL);
    return PCTY_OK;
}

// A program that only uses the time does not follow any question to the host.
static void times(void) {
    struct world world = {{0, 0, 0}, {NULL}, 0, 0, false};
    struct stream stream = {&world, 0};
    pcty_mcl_host *host = host_of(&world);
    CHECK_OK(pcty_mcl_host_set_world(host, never_answer, follow, unfollow, &stream, NULL, NULL));
    pcty_mcl_runtime *runtime =
        start(host, "import \"datetime\"\nnote \"a\" { size => datetime.now(), }\n", 0);
    pcty_mcl_runtime_set_time(runtime, 1000);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    end(&world, host, runtime);
    CHECK(world.unfollows == 0);
}

// More vertices than the host allows, and more edges than a budget allows.
static void bounds(void) {
    struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
    pcty_mcl_host *host = host_of(&world);
    const char *text = "import \"iter\"\n"
                       "for $i, $v in iter.range(1000) {\n\tnote \"a\" {}\n}\n";
    pcty_mcl_runtime *runtime = start(host, text, 100);
    check_ended(runtime, PCTY_ERROR_LIMIT, "vert");
    pcty_mcl_runtime_free(runtime);
    runtime = start(host, text, 0);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    pcty_mcl_runtime_free(runtime);

    runtime = start(host,
                    "import \"iter\"\n"
                    "for $i, $v in iter.range(60) {\n"
                    "\tnote \"a\" { size => $i, Meta:hidden => true, }\n"
                    "\tnote \"b\" { size => $i, Meta:hidden => true, }\n"
                    "\tNote[\"a\"] -> Note[\"b\"]\n"
                    "}\n",
                    0);
    // Sixty edges, each between sixty hidden resources and sixty others.
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *budget = NULL;
    pcty_mcl_progress progress;
    limits.steps = 60 * 60 * 50;
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_mcl_runtime_step(runtime, &progress, &error));
    CHECK(is_readable(runtime)); // the next step continues
    CHECK_OK(pcty_budget_leave(budget, NULL));
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    pcty_budget_free(budget);
    end(&world, host, runtime);
}

// Resources that a different host has exported.
static pcty_status exported(void *user_data, pcty_str question, const pcty_value *const *args,
                            size_t count, const pcty_type *returns, pcty_value **out,
                            pcty_error **error) {
    CHECK_STR(question, "_collect");
    CHECK(count == 2 && args[0] != NULL && args[1] != NULL);
    return pcty_mcl_value_from_json(
        pcty_str_from_cstr(*(const char **)user_data), returns, PCTY_MCL_FIELDS_EXACT, out, error);
}

static pcty_status collect(void *user_data, pcty_str data, pcty_mcl_resource_builder *resource_builder,
                           pcty_error **error) {
    CHECK(user_data != NULL && resource_builder != NULL && *error == NULL);
    if (same_str(data, PCTY_STR("bad"))) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the data is bad"));
        return PCTY_ERROR_CALLBACK;
    }
    pcty_value *size = pcty_value_integer_from_int64((int64_t)data.len);
    pcty_status status = pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("size"), size, error);
    pcty_value_free(size);
    return status;
}

static void collecting(void) {
    struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
    const char *said = "[{\"name\": \"a\", \"host\": \"h\", \"data\": \"four\"}]";
    pcty_mcl_host *host = host_of(&world);
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = PCTY_STR("note");
    kind.collect = collect;
    kind.user_data = &world;
    CHECK_OK(pcty_mcl_host_set_kind_callbacks(host, &kind, NULL));
    CHECK_OK(pcty_mcl_host_set_world(host, exported, NULL, NULL, &said, NULL, NULL));
    const char *text = "collect note \"a\" {}\n";
    pcty_mcl_runtime *runtime = start(host, text, 0);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    pcty_mcl_resources *resources = NULL;
    int64_t size = 0;
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    const pcty_mcl_resource *note = pcty_mcl_resources_at(resources, 0);
    pcty_mcl_resource_data data;
    CHECK(pcty_mcl_resource_info(note, &data));
    CHECK_STR(data.name, "a");
    CHECK_OK(pcty_value_as_int64(pcty_mcl_resource_field_get(note, PCTY_STR("size")), &size, NULL));
    CHECK(size == 4);
    pcty_mcl_resources_free(resources);
    pcty_mcl_runtime_free(runtime);

    said = "[{\"name\": \"a\", \"host\": \"h\", \"data\": \"bad\"}]";
    runtime = start(host, text, 0);
    pcty_mcl_progress progress;
    pcty_error *error = NULL;
    CHECK(pcty_mcl_runtime_step(runtime, &progress, &error) == PCTY_ERROR_CALLBACK);
    CHECK_STR(error_info(error).stage, "errInterpret");
    CHECK(strstr(pcty_error_message(error).data, "the data is bad") != NULL);
    pcty_error_free(error);
    end(&world, host, runtime);
}

// Definitions that a program could not use.
static void refused(void) {
    struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
    pcty_mcl_host *host = host_of(&world), *other = pcty_mcl_host_new();
    pcty_value *one = pcty_value_integer_from_int64(1);
    const char *names[] = {"", "1 bad name", "a.b", "A", "a_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                    pcty_mcl_host_set_variable(host, PCTY_STR(""), pcty_str_from_cstr(names[i]), one,
                                               &error));
    }
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.signature = PCTY_STR("func() int");
    spec.call = call;
    const char *functions[] = {"", "m.", ".f", "m.F"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        spec.name = pcty_str_from_cstr(functions[i]);
        CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_function(host, &spec, &error));
    }

    // A field for any value accepts the values of the language.
    pcty_mcl_resource_builder *resource_builder = NULL;
    CHECK_OK(pcty_mcl_resource_builder_new(host, PCTY_STR("note"), PCTY_STR("a"), &resource_builder, NULL));
    pcty_value *unknown = pcty_value_unknown(pcty_type_bool());
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("any"), unknown, &error));
    CHECK_OK(pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("any"), one, NULL));

    // A builder has the kinds of its host.
    CHECK_OK(pcty_mcl_host_add_kinds(
        other, PCTY_STR("{\"kind\": \"note\", \"fields\": [{\"lang\": \"size\", \"type\": \"str\"}]}"),
        NULL));
    pcty_mcl_builder *builder = pcty_mcl_builder_new(other);
    pcty_mcl_resources *resources = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_builder_add(builder, resource_builder, &error));
    CHECK_OK(pcty_mcl_resource_builder_unset_field(resource_builder, PCTY_STR("any"), NULL));
    CHECK_OK(pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("size"), one, NULL));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_builder_add(builder, resource_builder, &error));
    CHECK_OK(pcty_mcl_resource_builder_unset_field(resource_builder, PCTY_STR("size"), NULL));
    CHECK_OK(pcty_mcl_builder_add(builder, resource_builder, NULL));
    CHECK_OK(add_edge(builder, PCTY_STR("note"), PCTY_STR("a"), PCTY_STR("note"),
                                       PCTY_STR("b"), 0, NULL));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_builder_build(builder, &resources, &error));
    pcty_mcl_builder_free(builder);
    pcty_mcl_resource_builder_free(resource_builder);
    pcty_value_free(unknown);
    pcty_value_free(one);
    pcty_mcl_host_free(other);
    pcty_mcl_host_free(host);
}

// Callbacks that compile and run the program that called them.
static pcty_mcl_host *again;
static int deep;
static pcty_status deepest;

static pcty_status go_deeper(const char *text) {
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_progress progress;
    pcty_error *error = NULL;
    CHECK(++deep < 1000);
    pcty_status status = text == NULL
                             ? pcty_mcl_program_compile(PCTY_STR("/x.mcl"), again, &program, &error)
                             : pcty_mcl_program_compile_text(pcty_str_from_cstr(text),
                                                             PCTY_STR("main.mcl"), again, &program,
                                                             &error);
    if (status == PCTY_OK) {
        status = pcty_mcl_runtime_start(program, 0, &runtime, &error);
    }
    if (status == PCTY_OK) {
        status = pcty_mcl_runtime_step(runtime, &progress, &error);
    }
    if (status == PCTY_ERROR_LIMIT) {
        deepest = status;
    }
    pcty_error_free(error);
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_program_free(program);
    deep--;
    return status;
}

#define ASKING "import \"sys\"\n$x = sys.hostname()\nnote \"${x}\" {}\n"

static pcty_status answer_deeper(void *user_data, pcty_str question, const pcty_value *const *args,
                                 size_t count, const pcty_type *returns, pcty_value **out,
                                 pcty_error **error) {
    CHECK(user_data == NULL && question.len > 0 && args != NULL && count == 0 && returns != NULL);
    go_deeper(ASKING);
    return pcty_value_string_verbatim(PCTY_STR("h"), out, error);
}

static pcty_status validate_deeper(void *user_data, const pcty_mcl_resource *resource,
                                   pcty_error **error) {
    CHECK(user_data == NULL && resource != NULL && *error == NULL);
    go_deeper("note \"a\" {}\n");
    return PCTY_OK;
}

static pcty_status read_deeper(void *user_data, pcty_str path, pcty_string **out,
                               pcty_error **error) {
    CHECK(user_data == NULL && path.len > 0 && *out == NULL && *error == NULL);
    go_deeper(NULL);
    return PCTY_OK;
}

static void nesting(void) {
    for (int which = 0; which < 3; which++) {
        struct world world = {{1, 0, 0}, {NULL}, 0, 0, false};
        again = host_of(&world);
        deepest = PCTY_OK;
        if (which == 0) {
            CHECK_OK(pcty_mcl_host_set_world(again, answer_deeper, NULL, NULL, NULL, NULL, NULL));
            CHECK_OK(go_deeper(ASKING));
        } else if (which == 1) {
            pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
            kind.name = PCTY_STR("note");
            kind.validate = validate_deeper;
            CHECK_OK(pcty_mcl_host_set_kind_callbacks(again, &kind, NULL));
            CHECK_OK(go_deeper("note \"a\" {}\n"));
        } else {
            CHECK_OK(pcty_mcl_host_set_files(again, read_deeper, NULL, NULL, NULL));
            CHECK(go_deeper(NULL) != PCTY_OK); // the file does not exist
        }
        CHECK(deep == 0 && deepest == PCTY_ERROR_LIMIT);
        pcty_mcl_host_free(again);
    }
}

int main(void) {
    waiting();
    same();
    failures();
    times();
    bounds();
    collecting();
    refused();
    nesting();
    return 0;
}
