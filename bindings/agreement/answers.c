// The answers of the library in C, for the tests of the bindings.
//
// A binding agrees with C where it gives the same answer to the same bytes: the same value with
// its marks and what is known of what is unknown, or the same error, whole, with its places. The
// tests of each binding run this program and answer the same inputs themselves.
//
//   answers < INPUTS              writes a line for each line of inputs
//   answers make COUNT SEED ROOT  writes inputs: what the source tree ROOT keeps, unchanged, and
//                                 as many others that are changed at random, always the same
//                                 for a seed
//
// An input is a verb, a tab and bytes; an answer is the name of a status and the answer's text. In
// both, what is no printable ASCII, and the backslash, is escaped as `\x0a`; the kept inputs
// (seeds.txt, ../../fuzz/corpus) may have Rust's other escapes. Behind a verb `@N` bounds each
// call to N steps. Where bytes have two parts, the first line is the first; it is empty where
// there is but one line.

#include "inputs.h"

static void answer(const struct bytes *line) {
    size_t begin;
    pcty_limits limits = PCTY_LIMITS_INIT;
    const struct verb *verb = read_verb(line, &begin, &limits.steps);
    struct bytes given = {NULL, 0, 0}, text = {NULL, 0, 0};
    put_unescaped(&given, line->data + begin, line->len - begin);
    if (limits.steps > 0) {
        PCTY_IGNORE(pcty_budget_new(&limits, &budget, NULL));
    }
    // In memory of its own length, so that tools see who reads past its end.
    char *exact = must(malloc(given.len + (given.len == 0)));
    if (given.len > 0) {
        memcpy(exact, given.data, given.len);
    }
    pcty_error *error = NULL;
    pcty_status status =
        verb->answer((pcty_str){exact, given.len}, verb->how, &text, &error);
    pcty_budget_free(budget);
    budget = NULL;
    if (status != PCTY_OK) {
        text.len = 0;
        put_error(&text, error);
        pcty_error_free(error);
        if (defines(verb)) {
            fprintf(stderr, "%s\n%.*s\n", line->data, (int)text.len, text.data);
            exit(2);
        }
    }
    pcty_str name = pcty_status_name(status);
    printf("%.*s ", (int)name.len, name.data);
    write_escaped(text.data, text.len);
    putchar('\n');
    free(exact);
    free(given.data);
    free(text.data);
}

static void answer_all(void) {
    world.scope = pcty_hcl_scope_new();
    world.types = pcty_pcl_type_scope_new();
    world.environment = pcty_puppet_environment_new();
    world.host = pcty_mcl_host_new();
    PCTY_IGNORE(pcty_hcl_scope_set_standard_functions(world.scope, NULL));
    pcty_puppet_time time = {86400, 0};
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.time = &time;
    PCTY_IGNORE(pcty_puppet_environment_set_options(world.environment, &options, NULL));
    struct bytes line = {NULL, 0, 0};
    while (read_line(stdin, &line)) {
        answer(&line);
    }
    free(line.data);
    pcty_mcl_host_free(world.host);
    pcty_puppet_environment_free(world.environment);
    pcty_pcl_type_scope_free(world.types);
    pcty_hcl_spec_free(world.spec);
    pcty_hcl_scope_free(world.scope);
}

int main(int count, char **arguments) {
    if (count == 5 && strcmp(arguments[1], "make") == 0) {
        make(strtoull(arguments[2], NULL, 10), strtoull(arguments[3], NULL, 10), arguments[4]);
    } else if (count == 1) {
        answer_all();
    } else {
        fputs("answers < INPUTS, or answers make COUNT SEED ROOT\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 ? 0 : 2;
}
