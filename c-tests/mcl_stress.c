// A long run of an mcl program whose functions are created and removed by events: bodies of loops,
// branches, calls of functions that are values. Its graph and its memory must not grow. With
// POLYCTY_SMALL in the environment, the program has one branch, for tools that are too slow for the
// full program.

#include "check.h"

#include <malloc.h>

static const char PROGRAM[] = "import \"w\"\n"
                              "import \"fmt\"\n"
                              "import \"iter\"\n"
                              "$n = w.number()\n"
                              "$twice = func($x) { $x + $x }\n"
                              "$half = func($x) { $x - 1 }\n"
                              "$f = if $n == 2 { $twice } else { $half }\n"
                              "for $i, $v in w.list() {\n"
                              "\tif $v == \"e0\" {\n"
                              "\t\tnote [fmt.printf(\"%d\", $i)] { size => $f($i), }\n"
                              "\t} else {\n"
                              "\t\tnote [$v] { size => w.number(), }\n"
                              "\t}\n"
                              "}\n"
                              "forkv $k, $v in {\"a\" => $n, \"b\" => 1} {\n"
                              "\tnote [\"of\" + $k] { size => iter.reduce(0, [$v, $n], $add), }\n"
                              "}\n"
                              "$add = func($a, $b) { $a + $b }\n";

static const char SMALL[] = "import \"w\"\n"
                            "if w.number() == 2 {\n"
                            "\tnote \"a\" { size => 1, }\n"
                            "} else {\n"
                            "\tnote \"b\" { size => w.number(), }\n"
                            "}\n";

enum { STREAMS = 16 };

static int64_t number;
static pcty_mcl_sender *senders[STREAMS];
static long begun, ended;

static pcty_status say_number(void *user_data, const pcty_value *const *args, size_t count,
                              const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && args != NULL && count == 0 && type != NULL && *error == NULL);
    *out = pcty_value_integer_from_int64(number % 3);
    return PCTY_OK;
}

// A list of zero to four elements, which may include `e0`.
static pcty_status say_list(void *user_data, const pcty_value *const *args, size_t count,
                            const pcty_type *type, pcty_value **out, pcty_error **error) {
    char json[64] = "[";
    CHECK(user_data == NULL && args != NULL && count == 0);
    for (int i = 0; i < number % 5; i++) {
        snprintf(json + strlen(json), sizeof json - strlen(json), "%s\"e%d\"", i > 0 ? "," : "",
                 (int)((number + i) % 4) * (i + 1));
    }
    strcat(json, "]");
    pcty_type_function_data parts;
    CHECK(pcty_type_function_info(type, &parts));
    return pcty_mcl_value_from_json(pcty_str_from_cstr(json), parts.result, PCTY_MCL_FIELDS_EXACT,
                                    out, error);
}

static pcty_status follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    CHECK(user_data == NULL && function.len > 0 && args != NULL && count == 0 && *error == NULL);
    begun++;
    for (int i = 0; i < STREAMS; i++) {
        if (senders[i] == NULL) {
            senders[i] = pcty_mcl_sender_clone(sender);
            return PCTY_OK;
        }
    }
    CHECK(false);
    return PCTY_ERROR_LIMIT;
}

static void unfollow(void *user_data, const pcty_mcl_sender *sender) {
    CHECK(user_data == NULL);
    ended++;
    for (int i = 0; i < STREAMS; i++) {
        if (senders[i] != NULL && pcty_mcl_sender_id(senders[i]) == pcty_mcl_sender_id(sender)) {
            pcty_mcl_sender_free(senders[i]);
            senders[i] = NULL;
        }
    }
}

static void add_stream(pcty_mcl_host *host, const char *name, const char *signature,
                       pcty_mcl_call call) {
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.name = pcty_str_from_cstr(name);
    spec.signature = pcty_str_from_cstr(signature);
    spec.call = call;
    spec.follow = follow;
    spec.unfollow = unfollow;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
}

// `least`: the minimum number of resources.
static void one_event(pcty_mcl_runtime *runtime, size_t least) {
    pcty_mcl_progress progress;
    pcty_mcl_resources *resources = NULL;
    number++;
    for (int i = 0; i < STREAMS; i++) {
        pcty_mcl_sender_send(senders[i]);
    }
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    CHECK(progress == PCTY_MCL_PROGRESS_CHANGED);
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    CHECK(mcl_resources_info(resources).count >= least);
    pcty_mcl_resources_free(resources);
}

// The count of the address sanitizer, if it replaces the system's heap.
#if defined(__GNUC__)
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));
#endif

// The allocated bytes; 0 under valgrind, which counts at the end of the program.
static size_t heap(void) {
#if defined(__GNUC__)
    if (__sanitizer_get_current_allocated_bytes != NULL) {
        return __sanitizer_get_current_allocated_bytes();
    }
#endif
#if defined(__GLIBC__)
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

int main(void) {
    enum { PERIOD = 60 }; // the state repeats after this number of events
    bool small = getenv("POLYCTY_SMALL") != NULL;
    const char *text = small ? SMALL : PROGRAM;
    size_t least = small ? 1 : 2;
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_error *error = NULL;
    add_stream(host, "w.number", "func() int", say_number);
    add_stream(host, "w.list", "func() []str", say_list);
    CHECK_OK(pcty_mcl_host_add_kinds(
        host, PCTY_STR("{\"kind\": \"note\", \"fields\": [{\"lang\": \"size\", \"type\": \"int\"}]}"),
        NULL));
    if (pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"), host, &program,
                                      &error) != PCTY_OK) {
        fprintf(stderr, "%s\n", pcty_string_cstr(pcty_error_format(error, PCTY_NOTATION_TEXT)));
        return 1;
    }
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    pcty_mcl_progress progress;
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    for (int i = 0; i < 4 * PERIOD; i++) {
        one_event(runtime, least);
    }
    size_t before = heap(), most = 0;
    long periods = rounds(20 * PERIOD) / PERIOD;
    for (long i = 0; i < periods; i++) {
        for (int j = 0; j < PERIOD; j++) {
            one_event(runtime, least);
        }
        size_t held = heap();
        most = held > most ? held : most;
    }
    // As in `stress.c`: less than one block per event, for the minimum number of events, also in
    // between.
    CHECK(most <= before + 16 * 1024);
    CHECK(begun > periods * PERIOD / 4 && begun - ended < STREAMS);
    if (getenv("POLYCTY_CYCLES") != NULL) {
        fprintf(stderr, "%ld events, %ld streams; bytes held: %zu, at most %zu\n",
                periods * PERIOD, begun, before, most);
    }
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_program_free(program);
    pcty_mcl_host_free(host);
    CHECK(begun == ended);
    return 0;
}
