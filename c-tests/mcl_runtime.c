// Running mcl programs: steps, events, time, the host's answers, and the end.

#include "check.h"

#include <poll.h>

static pcty_value *text_value(const char *text) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_string_verbatim(pcty_str_from_cstr(text), &value, NULL));
    return value;
}

// A host with one file, which a test writes and announces.
struct world {
    const char *content; // NULL if the file does not exist
    pcty_mcl_sender *followed;
    int follows, unfollows, answers, destroyed;
};

static void destroy(void *data) {
    ((struct world *)data)->destroyed++;
}

static pcty_status answer(void *user_data, pcty_str question, const pcty_value *const *args,
                          size_t count, const pcty_type *returns, pcty_value **out,
                          pcty_error **error) {
    struct world *world = (struct world *)user_data;
    CHECK(returns != NULL && *out == NULL && *error == NULL);
    world->answers++;
    if (same_str(question, PCTY_STR("os.readfile"))) {
        CHECK(count == 1 && args[0] != NULL);
        if (world->content == NULL) {
            *error = pcty_error_new(PCTY_ERROR_NOT_FOUND, PCTY_STR("there is no file"));
            return PCTY_ERROR_NOT_FOUND;
        }
        *out = text_value(world->content);
    } else if (same_str(question, PCTY_STR("sys.hostname"))) {
        *out = pcty_value_bool(true); // not a valid host name
    } else if (same_str(question, PCTY_STR("_random"))) {
        *out = pcty_value_integer_from_int64(4);
    }
    return PCTY_OK;
}

static pcty_status follow(void *user_data, pcty_str question, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    struct world *world = (struct world *)user_data;
    CHECK(question.len > 0 && (count == 0 || args[0] != NULL) && *error == NULL);
    world->follows++;
    pcty_mcl_sender_free(world->followed);
    world->followed = pcty_mcl_sender_clone(sender);
    CHECK(pcty_mcl_sender_id(sender) == pcty_mcl_sender_id(world->followed));
    return PCTY_OK;
}

static void unfollow(void *user_data, const pcty_mcl_sender *sender) {
    struct world *world = (struct world *)user_data;
    world->unfollows++;
    if (pcty_mcl_sender_id(world->followed) == pcty_mcl_sender_id(sender)) {
        pcty_mcl_sender_free(world->followed);
        world->followed = NULL;
    }
}

static pcty_mcl_runtime *started(const char *text, struct world *world) {
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_mcl_host_add_kinds(
        host,
        PCTY_STR("[{\"kind\": \"note\", \"fields\": [{\"lang\": \"text\", \"type\": \"str\"},"
                 "{\"lang\": \"size\", \"type\": \"int\", \"storage\": \"int8\"}]}]"),
        NULL));
    if (world != NULL) {
        CHECK_OK(pcty_mcl_host_set_world(host, answer, follow, unfollow, world, destroy, NULL));
    }
    if (pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"), host, &program,
                                      &error) != PCTY_OK) {
        fprintf(stderr, "%s\n%s\n", text, pcty_string_cstr(pcty_error_format(error, PCTY_NOTATION_TEXT)));
        exit(1);
    }
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    pcty_mcl_program_free(program);
    pcty_mcl_host_free(host);
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

static void check_step_fails(pcty_mcl_runtime *runtime, pcty_status status, const char *stage,
                             const char *line) {
    pcty_mcl_progress progress = 99;
    pcty_error *error = NULL;
    CHECK(pcty_mcl_runtime_step(runtime, &progress, &error) == status);
    CHECK(progress == 99);
    CHECK_STR(error_info(error).stage, stage);
    CHECK_STRING(pcty_error_format(error, PCTY_NOTATION_LINE), line);
    pcty_error_free(error);
}

// The text of the only note.
static void check_note(const pcty_mcl_runtime *runtime, const char *want) {
    pcty_mcl_resources *resources = NULL;
    pcty_str text = {NULL, 0};
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    CHECK(mcl_resources_info(resources).count == 1);
    const pcty_mcl_resource *note = pcty_mcl_resources_at(resources, 0);
    CHECK_OK(pcty_value_as_string(pcty_mcl_resource_field_get(note, PCTY_STR("text")), &text, NULL));
    CHECK_STR(text, want);
    pcty_mcl_resources_free(resources);
}

static int woken;

static void wake(void *user_data) {
    CHECK(user_data == &woken);
    woken++;
}

static bool is_readable(int32_t descriptor) {
    struct pollfd asked = {descriptor, POLLIN, 0};
    return poll(&asked, 1, 0) == 1 && (asked.revents & POLLIN) != 0;
}

// A file that changes, is removed, and exists again.
static void files(void) {
    struct world world = {"one", NULL, 0, 0, 0, 0};
    pcty_mcl_runtime *runtime = started("import \"os\"\n"
                                        "note \"a\" {\n"
                                        "\ttext => os.readfile(\"/motd\") <|> \"none\",\n"
                                        "}\n",
                                        &world);
    pcty_mcl_resources *resources = NULL;
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    CHECK(mcl_resources_info(resources).count == 0);
    pcty_mcl_resources_free(resources);

    int32_t descriptor = -1;
    CHECK_OK(pcty_mcl_runtime_set_wake(runtime, wake, &woken, NULL, NULL));
    CHECK_OK(pcty_mcl_runtime_descriptor(runtime, &descriptor, NULL));
    CHECK(descriptor >= 0 && is_readable(descriptor));
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "one");
    CHECK(world.follows == 1 && world.answers == 1 && !is_readable(descriptor));
    check_step(runtime, PCTY_MCL_PROGRESS_SAME);

    world.content = "two";
    woken = 0;
    for (int i = 0; i < 100; i++) {
        pcty_mcl_sender_send(world.followed);
    }
    CHECK(woken == 1 && is_readable(descriptor));
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK(world.answers == 2 && !is_readable(descriptor)); // for any number of events
    check_note(runtime, "two");
    pcty_mcl_sender_send(world.followed);
    check_step(runtime, PCTY_MCL_PROGRESS_SAME); // the answer has not changed

    world.content = NULL;
    pcty_mcl_sender_send(world.followed);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "none");
    world.content = "three";
    pcty_mcl_sender_send(world.followed);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "three");

    // A failing stream ends the program, and every step reports the error.
    pcty_error *failure = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the disk is gone"));
    pcty_mcl_sender_fail(world.followed, failure);
    pcty_error_free(failure);
    for (int i = 0; i < 2; i++) {
        check_step_fails(runtime, PCTY_ERROR_CALLBACK, "errStream",
                         "/main.mcl:3,10-30: the disk is gone");
    }
    pcty_mcl_sender *late = pcty_mcl_sender_clone(world.followed);
    pcty_mcl_runtime_free(runtime);
    CHECK(world.unfollows == 1 && world.destroyed == 1);
    pcty_mcl_sender_send(late); // has no effect
    pcty_mcl_sender_free(late);
    pcty_mcl_sender_free(world.followed);
    CHECK(pcty_mcl_sender_clone(NULL) == NULL && pcty_mcl_sender_id(NULL) == 0);
}

// The time that the host sets.
static void times(void) {
    pcty_mcl_runtime *runtime = started("import \"datetime\"\n"
                                        "import \"fmt\"\n"
                                        "note \"a\" {\n"
                                        "\ttext => fmt.printf(\"%d\", datetime.now()),\n"
                                        "}\n",
                                        NULL);
    int64_t next = 7;
    CHECK(!pcty_mcl_runtime_next_time(runtime, &next) && next == 7);
    pcty_mcl_runtime_set_time(runtime, 10250);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "10");
    CHECK(pcty_mcl_runtime_next_time(runtime, &next) && next == 11000);
    pcty_mcl_runtime_set_time(runtime, 10900);
    check_step(runtime, PCTY_MCL_PROGRESS_SAME);
    pcty_mcl_runtime_set_time(runtime, 12000);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "12");
    CHECK(pcty_mcl_runtime_next_time(runtime, &next) && next == 13000);
    pcty_mcl_runtime_free(runtime);

    // Programs that use the time before it is set.
    runtime = started("import \"datetime\"\n"
                      "note \"a\" { size => datetime.now(), }\n",
                      NULL);
    check_step_fails(runtime, PCTY_ERROR_UNSUPPORTED, "errStream",
                     "/main.mcl:2,20-34: the host does not support the current time");
    pcty_mcl_runtime_free(runtime);
}

// A streaming function of the host, and its arguments.
static int64_t number;
static pcty_mcl_sender *numbers;

static pcty_status count_numbers(void *user_data, const pcty_value *const *args, size_t count,
                                 const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == &number && args != NULL && count == 0 && type != NULL);
    if (number < 0) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("below zero"));
        return PCTY_ERROR_CALLBACK;
    }
    *out = pcty_value_integer_from_int64(number);
    return PCTY_OK;
}

static pcty_status follow_numbers(void *user_data, pcty_str function, const pcty_value *const *args,
                                  size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    CHECK(user_data == &number && args != NULL && count == 0 && *error == NULL && numbers == NULL);
    CHECK_STR(function, "numbers");
    numbers = pcty_mcl_sender_clone(sender);
    return PCTY_OK;
}

static void forget_numbers(void *user_data, const pcty_mcl_sender *sender) {
    CHECK(user_data == &number && sender != NULL);
    pcty_mcl_sender_free(numbers);
    numbers = NULL;
}

static void check_sizes(const pcty_mcl_runtime *runtime, const char *want) {
    pcty_mcl_resources *resources = NULL;
    char got[128] = "";
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    for (size_t i = 0; i < mcl_resources_info(resources).count; i++) {
        const pcty_mcl_resource *note = pcty_mcl_resources_at(resources, i);
        pcty_mcl_resource_data data;
        CHECK(pcty_mcl_resource_info(note, &data));
        int64_t size;
        CHECK_OK(pcty_value_as_int64(pcty_mcl_resource_field_get(note, PCTY_STR("size")), &size, NULL));
        size_t at = strlen(got);
        snprintf(got + at, sizeof got - at, "%.*s=%" PRId64 " ", (int)data.name.len, data.name.data,
                 size);
    }
    if (strcmp(got, want) != 0) {
        fprintf(stderr, "got %s, not %s\n", got, want);
        exit(1);
    }
    pcty_mcl_resources_free(resources);
}

static void streams(void) {
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    CHECK_OK(pcty_mcl_host_add_kinds(
        host,
        PCTY_STR("{\"kind\": \"note\", \"fields\": ["
                 "{\"lang\": \"size\", \"type\": \"int\", \"storage\": \"int8\"}]}"),
        NULL));
    spec.name = PCTY_STR("numbers");
    spec.signature = PCTY_STR("func() int");
    spec.call = count_numbers;
    spec.follow = follow_numbers;
    spec.unfollow = forget_numbers;
    spec.user_data = &number;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    CHECK_OK(pcty_mcl_program_compile_text(PCTY_STR("$n = numbers() <|> -7\n"
                                                    "forkv $name, $x in {\"n1\" => 1, \"n2\" => 2} {\n"
                                                    "\tif $n > $x {\n"
                                                    "\t\tnote \"${name}\" { size => $n, }\n"
                                                    "\t}\n"
                                                    "}\n"
                                                    "note \"all\" { size => $n, }\n"),
                                           PCTY_STR("main.mcl"), host, &program, NULL));
    pcty_mcl_host_free(host);
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    pcty_mcl_program_free(program);
    CHECK(numbers == NULL);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    CHECK(numbers != NULL);
    check_sizes(runtime, "all=0 ");
    const int64_t all[] = {3, 2, 3, -1, 5};
    const char *wanted[] = {"n1=3 n2=3 all=3 ", "n1=2 all=2 ", "n1=3 n2=3 all=3 ", "all=-7 ",
                            "n1=5 n2=5 all=5 "};
    for (int i = 0; i < 5; i++) {
        number = all[i];
        pcty_mcl_sender_send(numbers);
        check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
        check_sizes(runtime, wanted[i]);
    }
    pcty_mcl_runtime_free(runtime);
    CHECK(numbers == NULL);
}

// A graph that is invalid and then valid; a program that grows too large; a step that ends early.
static void ends(void) {
    struct world world = {"a", NULL, 0, 0, 0, 0};
    pcty_mcl_runtime *runtime = started("import \"os\"\n"
                                        "$size = if os.readfile(\"/f\") == \"a\" { 300 } else { 3 }\n"
                                        "note \"a\" { text => \"x\", size => $size, }\n",
                                        &world);
    pcty_mcl_progress progress;
    pcty_error *error = NULL;
    CHECK(pcty_mcl_runtime_step(runtime, &progress, &error) == PCTY_ERROR_VALUE);
    CHECK_STR(error_info(error).stage, "errInterpret");
    pcty_error_free(error);
    world.content = "b";
    pcty_mcl_sender_send(world.followed);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "x");
    pcty_mcl_runtime_free(runtime);

    // A step ends when the budget is exceeded, and the next step continues.
    world.destroyed = 0;
    runtime = started("import \"os\"\nnote \"a\" { text => os.readfile(\"/f\"), }\n", &world);
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *budget = NULL;
    limits.steps = 1;
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_mcl_runtime_step(runtime, &progress, &error));
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    check_step(runtime, PCTY_MCL_PROGRESS_CHANGED);
    check_note(runtime, "b");
    pcty_mcl_runtime_free(runtime);
    CHECK(world.destroyed == 1);

    // An answer of a wrong type.
    world.destroyed = 0;
    runtime = started("import \"sys\"\nnote \"a\" { text => sys.hostname(), }\n", &world);
    check_step_fails(runtime, PCTY_ERROR_MISBEHAVED, "errStream",
                     "/main.mcl:2,20-34: sys.hostname: expected an answer of type str from the "
                     "host, found bool");
    pcty_mcl_runtime_free(runtime);
    CHECK(world.destroyed == 1);
    pcty_mcl_sender_free(world.followed);
}

int main(void) {
    files();
    times();
    streams();
    ends();
    return 0;
}
