// Times the library's Puppet rules through its C ABI on the workloads of the Puppet
// baseline, P1-P4, whose inputs are in benches/puppet. Prints one line for each figure, in
// nanoseconds for the whole workload; each result must equal its check value. `benches/run`
// prints the figures next to those of Puppet.
//
//     puppet DIRECTORY [all|P1|P2|...] [SECONDS]

#define RUNS 5
#include "timing.h"

static const char *directory;

static char *read_file(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    expect(file != NULL, path);
    size_t len = 0, capacity = 1 << 20;
    char *text = malloc(capacity);
    len = fread(text, 1, capacity - 1, file);
    expect(len > 0 && len < capacity - 1, "the file is of the expected size");
    fclose(file);
    text[len] = 0;
    return text;
}

enum { MOST = 1000 };

struct lines {
    pcty_str lines[MOST];
    size_t count;
};

static void read_lines(struct lines *lines, const char *name) {
    lines->count = 0;
    for (char *at = strtok(read_file(name), "\n"); at; at = strtok(NULL, "\n")) {
        expect(lines->count < MOST, "the lines fit");
        lines->lines[lines->count++] = pcty_str_from_cstr(at);
    }
}

// Counts characters, not bytes: eight bytes at a time, so that counting has no effect on the
// figure.
static size_t length(pcty_str text) {
    const uint64_t ones = 0x0101010101010101;
    size_t count = text.len, i = 0;
    for (; i + 8 <= text.len; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, text.data + i, 8);
        // Continuation bytes of a character have the highest bit set and the next one clear.
        uint64_t further = bytes >> 7 & ~bytes >> 6 & ones;
        count -= further * ones >> 56;
    }
    for (; i < text.len; i++) {
        count -= (text.data[i] & 0xC0) == 0x80;
    }
    return count;
}

static size_t formatted_length(const pcty_type *type) {
    pcty_string *text = NULL;
    MUST(pcty_type_format(type, PCTY_DIALECT_PUPPET, &text, &error));
    size_t count = length(pcty_string_str(text));
    pcty_string_free(text);
    return count;
}

static pcty_type *parse(pcty_str text) {
    pcty_type *type = NULL;
    MUST(pcty_type_parse(text, PCTY_DIALECT_PUPPET, &type, &error));
    return type;
}

// P1: parse and format ----------------------------------------------------------------

static void run_notation(void *data) {
    struct lines *types = data;
    size_t count = 0;
    for (size_t i = 0; i < types->count; i++) {
        pcty_type *type = parse(types->lines[i]);
        count += formatted_length(type);
        pcty_type_free(type);
    }
    expect(count == 44654, "the texts of P1 have 44654 characters");
}

// P2 and P4: pairs of types, values and types ---------------------------------------------

enum { CHECKS = 100000, TYPES = 200, VALUES = 500 };

struct pool {
    pcty_type *types[TYPES];
    pcty_value *values[VALUES];
    // The number of consecutive checks of each pair.
    size_t times;
};

// Every target is checked with its next source in each round: 200 rounds cover all pairs.
static size_t assignable(const struct pool *pool, size_t rounds) {
    size_t accepted = 0;
    for (size_t round = 0; round < rounds; round++) {
        size_t source = round % TYPES;
        for (size_t target = 0; target < TYPES; target++) {
            for (size_t time = 0; time < pool->times; time++) {
                bool holds = false;
                MUST(pcty_type_assignable(pool->types[source], pool->types[target],
                                          PCTY_DIALECT_PUPPET, &holds, &error));
                accepted += holds;
            }
            source += source < TYPES - 7 ? 7 : 7 - TYPES;
        }
    }
    return accepted;
}

static void run_assignable(void *data) {
    expect(assignable(data, CHECKS / TYPES) == 4865, "4865 pairs of P2 are assignable");
}

static void run_in_a_row(void *data) {
    const struct pool *pool = data;
    expect(assignable(pool, TYPES) == 1947 * pool->times, "1947 of all pairs of P2 are assignable");
}

static void run_instance(void *data) {
    const struct pool *pool = data;
    size_t held = 0;
    for (size_t round = 0; round < CHECKS / TYPES; round++) {
        for (size_t type = 0; type < TYPES; type++) {
            bool holds = false;
            MUST(pcty_value_is_instance(pool->values[round], pool->types[type],
                                        PCTY_DIALECT_PUPPET, &holds, &error));
            held += holds;
        }
    }
    expect(held == 7689, "7689 values of P4 are instances");
}

static pcty_value *parse_value(pcty_str text) {
    pcty_value *value = NULL;
    MUST(pcty_puppet_value_parse(text, NULL, &value, &error));
    return value;
}

static void checks(void) {
    struct pool pool;
    struct lines lines;
    read_lines(&lines, "p2_pool.txt");
    expect(lines.count == TYPES, "there are 200 types");
    for (size_t i = 0; i < TYPES; i++) {
        pool.types[i] = parse(lines.lines[i]);
    }
    if (selected("P2")) {
        pool.times = 1;
        report("P2", CHECKS, time_per_operation(run_assignable, &pool));
    }
    // The processor predicts repeated branches, so this is P2 without mispredictions.
    if (selected("P2.in_a_row")) {
        pool.times = 16;
        report("P2.in_a_row", TYPES * TYPES * 16, time_per_operation(run_in_a_row, &pool));
    }
    if (selected("P4")) {
        read_lines(&lines, "p4_values.txt");
        expect(lines.count == VALUES, "there are 500 values");
        for (size_t i = 0; i < VALUES; i++) {
            pool.values[i] = parse_value(lines.lines[i]);
        }
        report("P4", CHECKS, time_per_operation(run_instance, &pool));
        for (size_t i = 0; i < VALUES; i++) {
            pcty_value_free(pool.values[i]);
        }
    }
    for (size_t i = 0; i < TYPES; i++) {
        pcty_type_free(pool.types[i]);
    }
}

// P3: infer and format ---------------------------------------------------------------------

// JSON as a Puppet literal: a different arrow, and undef for null. The texts contain no dollar sign
// and no backslash, which the two notations read differently.
static char *literal_of(const char *json) {
    char *literal = malloc(3 * strlen(json) + 1), *to = literal;
    bool inside = false;
    for (const char *from = json; *from; from++) {
        expect(*from != '$' && *from != '\\', "the texts are plain");
        inside = inside != (*from == '"');
        if (!inside && strncmp(from, "null", 4) == 0) {
            to += sprintf(to, "undef");
            from += 3;
        } else if (!inside && *from == ':') {
            to += sprintf(to, " => ");
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
    return literal;
}

struct inference {
    pcty_value *value;
    pcty_puppet_inference inference;
    size_t characters;
};

static void run_infer(void *data) {
    struct inference *wanted = data;
    pcty_type *type = NULL;
    MUST(pcty_puppet_value_infer(wanted->value, wanted->inference, PCTY_PUPPET_CURRENT, &type, &error));
    expect(formatted_length(type) == wanted->characters, "the type of P3 is as long as it has to be");
    pcty_type_free(type);
}

static void inferences(void) {
    char *json = read_file("p3_value.json");
    char *literal = literal_of(json);
    struct inference wanted = {parse_value(pcty_str_from_cstr(literal)), PCTY_PUPPET_REDUCED, 93};
    if (selected("P3")) {
        report("P3", 10000, time_per_operation(run_infer, &wanted));
    }
    if (selected("P3b")) {
        wanted.inference = PCTY_PUPPET_DETAILED;
        wanted.characters = 239965;
        report("P3b", 10000, time_per_operation(run_infer, &wanted));
    }
    pcty_value_free(wanted.value);
    free(literal);
    free(json);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: puppet DIRECTORY [WORKLOAD] [SECONDS]\n");
        return 2;
    }
    directory = argv[1];
    arguments(argc - 1, argv + 1);
    if (selected("P1")) {
        static struct lines types;
        read_lines(&types, "p1_types.txt");
        report("P1", (int)types.count, time_per_operation(run_notation, &types));
    }
    if (selected("P2") || selected("P2.in_a_row") || selected("P4")) {
        checks();
    }
    if (selected("P3") || selected("P3b")) {
        inferences();
    }
    return 0;
}
