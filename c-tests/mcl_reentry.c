// mcl hosts that call the library during its callbacks, in any order and with any arguments: the
// calls that fail, the calls that are allowed, and exactly one release of each freed object.

#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

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

// Adds an edge that sends a value of a resource to a field of another.
static pcty_status add_receive(pcty_mcl_builder *builder, pcty_str from_kind, pcty_str from_name,
                               pcty_str sent, pcty_str to_kind, pcty_str to_name, pcty_str field) {
    pcty_mcl_edge_spec edge = edge_between(from_kind, from_name, to_kind, to_name);
    edge.sent = sent;
    edge.field = field;
    return pcty_mcl_builder_add_edge(builder, &edge, NULL);
}

// The action of a callback.
struct world {
    void (*inside)(struct world *world);
    pcty_mcl_host *host;
    pcty_mcl_runtime *runtime;
    pcty_mcl_builder *builder;
    pcty_mcl_sender *sender;
    int64_t value;
    int calls, follows, unfollows, destroyed;
};

static void inside(struct world *world) {
    if (world->inside != NULL) {
        world->inside(world);
    }
}

static pcty_status call(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *type, pcty_value **out, pcty_error **error) {
    struct world *world = (struct world *)user_data;
    CHECK(args != NULL && count == 0 && type != NULL && *error == NULL);
    world->calls++;
    inside(world);
    *out = pcty_value_integer_from_int64(world->value);
    return PCTY_OK;
}

static pcty_status follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    struct world *world = (struct world *)user_data;
    CHECK(function.len > 0 && args != NULL && count == 0 && *error == NULL);
    world->follows++;
    inside(world);
    pcty_mcl_sender_free(world->sender);
    world->sender = pcty_mcl_sender_clone(sender);
    return PCTY_OK;
}

static void unfollow(void *user_data, const pcty_mcl_sender *sender) {
    struct world *world = (struct world *)user_data;
    CHECK(sender != NULL);
    world->unfollows++;
    inside(world);
}

static pcty_status validate(void *user_data, const pcty_mcl_resource *resource, pcty_error **error) {
    CHECK(resource != NULL && *error == NULL);
    inside((struct world *)user_data);
    return PCTY_OK;
}

static void after(void *user_data, const pcty_mcl_resource *resource, pcty_mcl_dependencies *dependencies) {
    CHECK(resource != NULL && dependencies != NULL);
    inside((struct world *)user_data);
}

static void destroyed(void *user_data) {
    ((struct world *)user_data)->destroyed++;
}

static void add_stream(struct world *world) {
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.name = PCTY_STR("w.n");
    spec.signature = PCTY_STR("func() int");
    spec.call = call;
    spec.follow = follow;
    spec.unfollow = unfollow;
    spec.user_data = world;
    spec.destroy = destroyed;
    CHECK_OK(pcty_mcl_host_add_function(world->host, &spec, NULL));
}

static const char NOTES[] =
    "{\"kind\": \"note\", \"traits\": [\"edgeable\", \"recvable\", \"sendable\"],\n"
    " \"fields\": [{\"lang\": \"size\", \"type\": \"int\"}],\n"
    " \"sends\": [{\"lang\": \"said\", \"type\": \"int\"}]}";

static struct world world_of(void (*inside)(struct world *world)) {
    struct world world = {inside, pcty_mcl_host_new(), NULL, NULL, NULL, 1, 0, 0, 0, 0};
    CHECK_OK(pcty_mcl_host_add_kinds(world.host, pcty_str_from_cstr(NOTES), NULL));
    return world;
}

// Sets a callback of the kind note.
static void add_callbacks(struct world *world, pcty_mcl_validate checks, pcty_mcl_after comes) {
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = PCTY_STR("note");
    kind.validate = checks;
    kind.after = comes;
    kind.user_data = world;
    CHECK_OK(pcty_mcl_host_set_kind_callbacks(world->host, &kind, NULL));
}

static pcty_mcl_program *compiled(const pcty_mcl_host *host, const char *text) {
    pcty_mcl_program *program = NULL;
    pcty_error *error = NULL;
    if (pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"), host, &program,
                                      &error) != PCTY_OK) {
        fprintf(stderr, "%s\n%s\n", text, pcty_string_cstr(pcty_error_format(error, PCTY_NOTATION_TEXT)));
        exit(1);
    }
    return program;
}

static void start(struct world *world, const char *text) {
    pcty_mcl_program *program = compiled(world->host, text);
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &world->runtime, NULL));
    pcty_mcl_program_free(program);
}

static void check_step(pcty_mcl_runtime *runtime, pcty_mcl_progress want) {
    pcty_mcl_progress progress = 99;
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    CHECK(progress == want);
}

static void end(struct world *world) {
    world->inside = NULL;
    pcty_mcl_runtime_free(world->runtime);
    pcty_mcl_host_free(world->host);
    pcty_mcl_sender_send(world->sender); // after its owners
    pcty_mcl_sender_free(world->sender);
    CHECK(world->follows == world->unfollows);
}

#define STREAM "import \"w\"\nnote \"a\" { size => w.n(), }\n"

// All calls that take the runtime, during a step.
static int refused;

static void ask(struct world *world) {
    pcty_mcl_progress progress = 99;
    pcty_mcl_resources *resources = NULL;
    pcty_error *error = NULL;
    int32_t descriptor = -1;
    int64_t next = 0;
    CHECK(pcty_mcl_runtime_step(world->runtime, &progress, &error) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(progress == 99 && error_info(error).stage.len == 0);
    CHECK_STR(pcty_error_message(error), "the runtime is in use by the call that runs this callback "
                                         "or by another thread");
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_runtime_resources(world->runtime, &resources, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_runtime_descriptor(world->runtime, &descriptor, &error));
    CHECK(resources == NULL && descriptor == -1);
    pcty_mcl_runtime_set_time(world->runtime, 5000);
    CHECK(!pcty_mcl_runtime_next_time(world->runtime, &next));
    CHECK_OK(pcty_mcl_runtime_set_wake(world->runtime, NULL, NULL, NULL, NULL));
    refused++;
}

static void refusals(void) {
    struct world world = world_of(ask);
    add_stream(&world);
    add_callbacks(&world, validate, after);
    start(&world, STREAM);
    refused = 0;
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK(refused == 4); // in follow, call, validate, and for edges
    CHECK(world.calls == 1);
    check_step(world.runtime, PCTY_MCL_PROGRESS_SAME);
    // An unfollow callback may also make these calls.
    pcty_mcl_runtime_free(world.runtime);
    world.runtime = NULL;
    CHECK(refused == 5 && world.unfollows == 1);
    end(&world);
    CHECK(world.destroyed == 1);
}

// Frees the runtime that calls it, which ends after the step, and not before.
static void let_go(struct world *world) {
    pcty_mcl_runtime_free(world->runtime);
    CHECK(world->unfollows == 0);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_runtime_step(world->runtime, &(pcty_mcl_progress){0}, &error));
    world->inside = NULL;
}

static void freed_inside(void) {
    struct world world = world_of(NULL);
    int32_t descriptor = -1;
    add_stream(&world);
    start(&world, STREAM);
    CHECK_OK(pcty_mcl_runtime_descriptor(world.runtime, &descriptor, NULL));
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    world.inside = let_go;
    world.value = 2;
    pcty_mcl_sender_send(world.sender);
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK(world.unfollows == 1 && fcntl(descriptor, F_GETFD) == -1);
    world.runtime = NULL;
    end(&world);
    CHECK(world.destroyed == 1);
}

// Wake-up callbacks that do more than they may.
static void wake_and_step(void *user_data) {
    struct world *world = (struct world *)user_data;
    pcty_mcl_progress progress;
    pcty_status status = pcty_mcl_runtime_step(world->runtime, &progress, NULL);
    CHECK(status == PCTY_OK || status == PCTY_ERROR_INVALID_ARGUMENT);
    refused += status != PCTY_OK;
}

static void wake_and_free(void *user_data) {
    struct world *world = (struct world *)user_data;
    pcty_mcl_runtime_free(world->runtime);
    world->runtime = NULL;
}

static void announce(struct world *world) {
    pcty_mcl_sender_send(world->sender);
    world->inside = NULL;
}

static void woken(void) {
    struct world world = world_of(NULL);
    add_stream(&world);
    start(&world, "import \"w\"\nimport \"datetime\"\nnote \"a\" { size => w.n() + datetime.now(), }\n");
    pcty_mcl_runtime_set_time(world.runtime, 1000);
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK_OK(pcty_mcl_runtime_set_wake(world.runtime, wake_and_step, &world, destroyed, NULL));
    // During a step, by a stream that announces while it is called; and outside of a step.
    refused = 0;
    world.inside = announce;
    world.value = 7;
    pcty_mcl_sender_send(world.sender);
    CHECK(refused == 1 && world.calls == 2);
    check_step(world.runtime, PCTY_MCL_PROGRESS_SAME);
    pcty_mcl_runtime_set_time(world.runtime, 2000);
    check_step(world.runtime, PCTY_MCL_PROGRESS_SAME); // the callback made the step
    CHECK(refused == 1);
    CHECK_OK(pcty_mcl_runtime_set_wake(world.runtime, wake_and_free, &world, destroyed, NULL));
    CHECK(world.destroyed == 1);
    pcty_mcl_runtime_set_time(world.runtime, 3000);
    CHECK(world.runtime == NULL && world.unfollows == 1);
    end(&world);
    CHECK(world.destroyed == 3);
}

// Callbacks of a kind that change the builder that calls them, and the host.
static void add_one(struct world *world) {
    pcty_mcl_resource_builder *resource_builder = NULL;
    world->inside = NULL;
    CHECK_OK(pcty_mcl_host_add_kinds(world->host, pcty_str_from_cstr(NOTES), NULL)); // without callbacks
    CHECK_OK(pcty_mcl_resource_builder_new(world->host, PCTY_STR("note"), PCTY_STR("more"), &resource_builder, NULL));
    for (int i = 0; i < 100; i++) {
        CHECK_OK(pcty_mcl_builder_add(world->builder, resource_builder, NULL));
    }
    pcty_mcl_resource_builder_free(resource_builder);
}

static void check_built(struct world *world, size_t want) {
    pcty_mcl_resources *resources = NULL;
    CHECK_OK(pcty_mcl_builder_build(world->builder, &resources, NULL));
    CHECK(mcl_resources_info(resources).count == want);
    pcty_mcl_resources_free(resources);
}

static void builders(void) {
    struct world world = world_of(add_one);
    pcty_mcl_resource_builder *resource_builder = NULL;
    add_callbacks(&world, validate, after);
    world.builder = pcty_mcl_builder_new(world.host);
    CHECK_OK(pcty_mcl_resource_builder_new(world.host, PCTY_STR("note"), PCTY_STR("a"), &resource_builder, NULL));
    CHECK_OK(pcty_mcl_builder_add(world.builder, resource_builder, NULL));
    check_built(&world, 2);
    pcty_mcl_builder_free(world.builder);

    world.inside = NULL;
    world.builder = pcty_mcl_builder_new(world.host);
    add_callbacks(&world, NULL, after);
    pcty_mcl_builder *other = pcty_mcl_builder_new(world.host);
    CHECK_OK(pcty_mcl_builder_add(other, resource_builder, NULL));
    pcty_mcl_builder_free(world.builder);
    world.builder = other;
    world.inside = add_one;
    check_built(&world, 1); // as at its start
    check_built(&world, 2);
    pcty_mcl_builder_free(world.builder);
    pcty_mcl_resource_builder_free(resource_builder);
    end(&world);
}

// Cycles, duplicates, and missing ends.
static void edges(void) {
    struct world world = world_of(NULL);
    const char *names[] = {"a", "b", "c"};
    pcty_mcl_resources *resources = NULL;
    const pcty_str note = PCTY_STR_INIT("note"), said = PCTY_STR_INIT("said");
    for (int which = 0; which < 6; which++) {
        pcty_mcl_builder *builder = pcty_mcl_builder_new(world.host);
        for (int i = 0; i < 6; i++) {
            pcty_mcl_resource_builder *resource_builder = NULL;
            CHECK_OK(pcty_mcl_resource_builder_new(world.host, note, pcty_str_from_cstr(names[i % 3]), &resource_builder,
                                        NULL));
            CHECK_OK(pcty_mcl_builder_add(builder, resource_builder, NULL)); // each twice
            pcty_mcl_resource_builder_free(resource_builder);
        }
        pcty_str from = PCTY_STR("a"), to = PCTY_STR("b");
        pcty_status want = PCTY_ERROR_VALUE;
        for (int i = 0; i < 3; i++) { // three equal ones
            CHECK_OK(add_edge(builder, note, from, note, to, i % 2, NULL));
        }
        switch (which) {
        case 0:
            want = PCTY_OK;
            break;
        case 1: // to itself
            CHECK_OK(add_edge(builder, note, from, note, from, 0, NULL));
            break;
        case 2: // around
            CHECK_OK(add_edge(builder, note, to, note, PCTY_STR("c"), 0, NULL));
            CHECK_OK(add_edge(builder, note, PCTY_STR("c"), note, from, 0, NULL));
            break;
        case 3:
            want = PCTY_ERROR_NOT_FOUND;
            CHECK_OK(add_edge(builder, note, to, PCTY_STR("other"), to, 0, NULL));
            break;
        case 4: // from two
            CHECK_OK(add_receive(builder, note, from, said, note, to,
                                                  PCTY_STR("size")));
            CHECK_OK(add_receive(builder, note, PCTY_STR("c"), said, note, to,
                                                  PCTY_STR("size")));
            break;
        default: // from itself
            CHECK_OK(add_receive(builder, note, to, said, note, to,
                                                  PCTY_STR("size")));
        }
        if (want == PCTY_OK) {
            CHECK_OK(pcty_mcl_builder_build(builder, &resources, NULL));
            CHECK(mcl_resources_info(resources).count == 3);
            CHECK(mcl_resources_info(resources).edge_count == 1);
            pcty_mcl_resources_free(resources);
        } else {
            CHECK_FAILS(want, pcty_mcl_builder_build(builder, &resources, &error));
        }
        pcty_mcl_builder_free(builder);
    }
    end(&world);
}

// A file reader that changes the host of the program during compilation.
static pcty_status read_and_change(void *user_data, pcty_str path, pcty_string **out,
                                   pcty_error **error) {
    struct world *world = (struct world *)user_data;
    CHECK(path.len > 0 && *error == NULL);
    world->calls++;
    for (int i = 0; i < 100; i++) {
        char name[16];
        pcty_value *value = pcty_value_integer_from_int64(i);
        snprintf(name, sizeof name, "more%d", i);
        CHECK_OK(pcty_mcl_host_set_variable(world->host, PCTY_STR(""), pcty_str_from_cstr(name), value,
                                            NULL));
        pcty_value_free(value);
    }
    CHECK_OK(pcty_mcl_host_add_kinds(
        world->host, PCTY_STR("{\"kind\": \"note\", \"fields\": []}"), NULL));
    return pcty_string_new(PCTY_STR("$x = 42\n"), out, error);
}

static void compiling(void) {
    struct world world = world_of(NULL);
    CHECK_OK(pcty_mcl_host_set_files(world.host, read_and_change, &world, NULL, NULL));
    const char *text = "import \"x.mcl\"\nnote \"a\" { size => $x.x, }\n";
    start(&world, text);
    CHECK(world.calls == 1);
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    pcty_mcl_program *program = NULL;
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"),
                                              world.host, &program, &error));
    end(&world);
}

// A descriptor that the host closes, and a later one with the same number.
static void closed(void) {
    struct world world = world_of(NULL);
    int32_t descriptor = -1;
    int ends[2];
    add_stream(&world);
    start(&world, STREAM);
    CHECK_OK(pcty_mcl_runtime_descriptor(world.runtime, &descriptor, NULL));
    CHECK(close(descriptor) == 0);
    for (int64_t i = 0; i < 3; i++) {
        world.value = 10 + i;
        pcty_mcl_sender_send(world.sender);
        check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    }
    CHECK(pipe(ends) == 0);
    CHECK(ends[0] == descriptor || ends[1] == descriptor);
    CHECK(write(ends[1], "x", 1) == 1);
    pcty_mcl_sender_send(world.sender);
    check_step(world.runtime, PCTY_MCL_PROGRESS_SAME);
    end(&world);
    char byte;
    CHECK(read(ends[0], &byte, 1) == 1 && byte == 'x'); // still open and not read
    CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
}

// A clock with arbitrary jumps.
static void times(void) {
    struct world world = world_of(NULL);
    const int64_t far[] = {INT64_MIN, -1, 0, INT64_MAX, INT64_MIN + 1, 1000};
    int64_t next = 0;
    start(&world, "import \"datetime\"\nimport \"fmt\"\n"
                  "$now = datetime.now()\n"
                  "note [fmt.printf(\"%d %s\", $now, datetime.weekday($now)) <|> \"far\"] {}\n"
                  "note [datetime.print($now) <|> \"far\"] {}\n"
                  "note [datetime.format($now, \"2006\") <|> \"far\"] {}\n");
    pcty_mcl_runtime_set_time(world.runtime, 10000);
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK(pcty_mcl_runtime_next_time(world.runtime, &next) && next == 11000);
    pcty_mcl_runtime_set_time(world.runtime, 5000);
    check_step(world.runtime, PCTY_MCL_PROGRESS_SAME); // waiting functions still wait
    CHECK(pcty_mcl_runtime_next_time(world.runtime, &next) && next == 11000);
    pcty_mcl_runtime_set_time(world.runtime, 11000);
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    for (size_t i = 0; i < 2 * sizeof far / sizeof *far; i++) {
        pcty_mcl_progress progress;
        pcty_mcl_runtime_set_time(world.runtime, far[i % (sizeof far / sizeof *far)]);
        CHECK_OK(pcty_mcl_runtime_step(world.runtime, &progress, NULL));
    }
    end(&world);
}

// Callbacks that return invalid results.
static pcty_status odd_status;
static pcty_status odd_code;
static const char *odd_type;

static pcty_status odd(pcty_error **error) {
    if (odd_code != PCTY_OK) {
        *error = pcty_error_new(odd_code, PCTY_STR("odd"));
    }
    return odd_status;
}

static pcty_status odd_call(void *user_data, const pcty_value *const *args, size_t count,
                            const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && args != NULL && type != NULL && count <= 1);
    if (odd_status == PCTY_OK) {
        *out = pcty_value_bool(true);
    }
    return odd(error);
}

static pcty_status odd_infer(void *user_data, const pcty_type *const *types,
                             const pcty_value *const *values, size_t count, const pcty_type *result,
                             pcty_type **out, pcty_error **error) {
    CHECK(user_data == NULL && types != NULL && values != NULL && count == 1 && result != NULL);
    if (odd_type != NULL) {
        CHECK_OK(pcty_type_parse(pcty_str_from_cstr(odd_type), PCTY_DIALECT_MCL, out, NULL));
    }
    return odd(error);
}

static pcty_status odd_follow(void *user_data, pcty_str function, const pcty_value *const *args,
                              size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    CHECK(user_data == NULL && function.len > 0 && args != NULL && count == 0 && sender != NULL);
    return odd(error);
}

static pcty_status odd_validate(void *user_data, const pcty_mcl_resource *resource,
                                pcty_error **error) {
    CHECK(user_data == NULL && resource != NULL);
    return odd(error);
}

// The result of a program with functions of a host.
static pcty_status run_odd(const pcty_mcl_function_spec *spec, pcty_mcl_validate checks,
                           const char *text) {
    struct world world = world_of(NULL);
    pcty_mcl_program *program = NULL;
    pcty_mcl_progress progress;
    pcty_error *error = NULL;
    if (spec != NULL) {
        CHECK_OK(pcty_mcl_host_add_function(world.host, spec, NULL));
    }
    if (checks != NULL) {
        pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
        kind.name = PCTY_STR("note");
        kind.validate = checks;
        CHECK_OK(pcty_mcl_host_set_kind_callbacks(world.host, &kind, NULL));
    }
    pcty_status status = pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"),
                                                       world.host, &program, &error);
    if (status == PCTY_OK) {
        CHECK_OK(pcty_mcl_runtime_start(program, 0, &world.runtime, NULL));
        status = pcty_mcl_runtime_step(world.runtime, &progress, &error);
    }
    CHECK((error != NULL) == (status != PCTY_OK));
    CHECK(error == NULL || error_info(error).stage.len > 0 || status == PCTY_ERROR_LIMIT ||
          status == PCTY_ERROR_CANCELLED);
    pcty_error_free(error);
    pcty_mcl_program_free(program);
    end(&world);
    return status;
}

static void odd_answers(void) {
    const pcty_status statuses[] = {PCTY_ERROR_CALLBACK, PCTY_ERROR_TYPE,      PCTY_ERROR_LIMIT,
                                    PCTY_ERROR_INTERNAL, PCTY_ERROR_CANCELLED, 9999};
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.name = PCTY_STR("w.n");
    spec.signature = PCTY_STR("func() int");
    spec.call = odd_call;
    odd_status = PCTY_OK;
    odd_code = PCTY_OK;
    CHECK(run_odd(&spec, NULL, STREAM) == PCTY_ERROR_MISBEHAVED); // a bool
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        odd_status = statuses[i];
        pcty_status want = odd_status == 9999 ? PCTY_ERROR_MISBEHAVED : odd_status;
        for (int error = 0; error < 2; error++) {
            // The error determines the status; without an error, the returned status counts.
            odd_code = error == 0 ? PCTY_OK : PCTY_ERROR_CALLBACK;
            pcty_status said = error == 0 ? want : PCTY_ERROR_CALLBACK;
            CHECK(run_odd(&spec, NULL, STREAM) == said);
            CHECK(run_odd(NULL, odd_validate, "note \"a\" {}\n") == said);
            spec.follow = odd_follow;
            CHECK(run_odd(&spec, NULL, STREAM) == said);
            spec.follow = NULL;
        }
    }
    // Types that do not fit the call.
    const char *types[] = {"int", "func() int", "func(str) int", "func(int, int) int",
                           "func(int) str"};
    spec.signature = PCTY_STR("");
    spec.infer = odd_infer;
    odd_status = PCTY_OK;
    odd_code = PCTY_OK;
    const char *text = "import \"w\"\nnote \"a\" { size => w.n(1), }\n";
    odd_type = NULL;
    CHECK(run_odd(&spec, NULL, text) == PCTY_ERROR_MISBEHAVED);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        odd_type = types[i];
        CHECK(run_odd(&spec, NULL, text) != PCTY_OK);
    }
    odd_code = PCTY_ERROR_CANCELLED;
    odd_status = PCTY_ERROR_CANCELLED;
    odd_type = NULL;
    CHECK(run_odd(&spec, NULL, text) == PCTY_ERROR_CANCELLED);
}

// Invalid or unusual kinds.
static void odd_kinds(void) {
    struct world world = world_of(NULL);
    const pcty_mcl_field twice[] = {
        {sizeof(pcty_mcl_field), PCTY_STR_INIT("size"), PCTY_STR_INIT("int"), {NULL, 0}, {NULL, 0}},
        {sizeof(pcty_mcl_field), PCTY_STR_INIT("size"), PCTY_STR_INIT("str"), {NULL, 0}, {NULL, 0}},
    };
    const pcty_mcl_field odd[] = {
        {sizeof(pcty_mcl_field), PCTY_STR_INIT("size"), PCTY_STR_INIT("int"), PCTY_STR_INIT("Size"), PCTY_STR_INIT("[]x{")}};
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(world.host, &kind, &error));
    kind.name = PCTY_STR("odd");
    kind.field_count = SIZE_MAX;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(world.host, &kind, &error));
    const pcty_mcl_field small = {8, PCTY_STR_INIT("size"), PCTY_STR_INIT("int"), {NULL, 0}, {NULL, 0}};
    kind.fields = &small;
    kind.field_count = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(world.host, &kind, &error));
    kind.field_count = SIZE_MAX;
    kind.fields = odd;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(world.host, &kind, &error));
    kind.field_count = 1;
    kind.traits = 1u << 31;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(world.host, &kind, &error));
    kind.traits = 0;
    CHECK_OK(pcty_mcl_host_add_kind(world.host, &kind, NULL));
    pcty_mcl_program *program = compiled(world.host, "odd \"a\" { size => 1, }\n");
    pcty_mcl_progress progress;
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &world.runtime, NULL));
    PCTY_IGNORE(pcty_mcl_runtime_step(world.runtime, &progress, NULL));
    pcty_mcl_runtime_free(world.runtime);
    pcty_mcl_program_free(program);
    kind.fields = twice;
    kind.field_count = 2;
    pcty_status status = pcty_mcl_host_add_kind(world.host, &kind, NULL);
    CHECK(status == PCTY_OK || status == PCTY_ERROR_INVALID_ARGUMENT);
    world.runtime = NULL;
    end(&world);
}

// Handles freed in every order.
enum { HANDLES = 5 };

static void let_go_in_order(const int order[HANDLES]) {
    struct world world = world_of(NULL);
    add_stream(&world);
    pcty_mcl_program *program = compiled(world.host, STREAM);
    pcty_mcl_resources *resources = NULL;
    pcty_mcl_progress progress;
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &world.runtime, NULL));
    check_step(world.runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK_OK(pcty_mcl_runtime_resources(world.runtime, &resources, NULL));
    for (int i = 0; i < HANDLES; i++) {
        switch (order[i]) {
        case 0:
            pcty_mcl_host_free(world.host);
            break;
        case 1:
            pcty_mcl_program_free(program);
            break;
        case 2:
            // A failure is reported by the next step.
            CHECK(pcty_mcl_runtime_step(world.runtime, &progress, NULL) ==
                  (world.sender == NULL ? PCTY_ERROR_CALLBACK : PCTY_OK));
            pcty_mcl_runtime_free(world.runtime);
            break;
        case 3: {
            pcty_mcl_resource_data data;
            CHECK(pcty_mcl_resource_info(pcty_mcl_resources_at(resources, 0), &data));
            CHECK_STR(data.name, "a");
            pcty_mcl_resources_free(resources);
            break;
        }
        default:
            pcty_mcl_sender_fail(world.sender, NULL);
            pcty_mcl_sender_send(world.sender);
            pcty_mcl_sender_free(world.sender);
            world.sender = NULL;
        }
    }
    CHECK(world.unfollows == 1 && world.destroyed == 1);
}

static void orders(void) {
    for (int number = 0; number < 5 * 4 * 3 * 2; number++) {
        int order[HANDLES] = {0, 1, 2, 3, 4}, left = number;
        for (int i = 0; i < HANDLES; i++) {
            int at = i + left % (HANDLES - i), held = order[i];
            left /= HANDLES - i;
            order[i] = order[at];
            order[at] = held;
        }
        let_go_in_order(order);
    }
}

int main(void) {
    refusals();
    freed_inside();
    woken();
    builders();
    edges();
    compiling();
    closed();
    times();
    odd_answers();
    odd_kinds();
    orders();
    return 0;
}
