// Which inputs are worth an answer?
//
// Those that the source tree keeps, and those that they become when they are changed at random: the
// same ones for a seed, so that whoever is told of a difference can look at it.

#ifndef AGREEMENT_INPUTS_H
#define AGREEMENT_INPUTS_H

#include "verbs.h"

// The most bytes of an input that was changed.
enum { LONGEST = 512 };

// An input, and to how many steps it bounds each call; 0 where it does not.
struct input {
    struct bytes bytes;
    uint64_t steps;
};

// The kept inputs of each verb: first those that are written for it.
static struct kept {
    struct input *inputs;
    size_t written, count;
} kept[VERB_COUNT];

static uint64_t random_state;

// Xorshift, after Marsaglia.
static size_t below(size_t end) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)((random_state >> 11) % (end > 0 ? end : 1));
}

static void keep(const struct verb *verb, const char *escaped, size_t length, uint64_t steps) {
    struct kept *of = &kept[verb - VERBS];
    of->inputs = must(realloc(of->inputs, (of->count + 1) * sizeof *of->inputs));
    of->inputs[of->count] = (struct input){{NULL, 0, 0}, steps};
    put_unescaped(&of->inputs[of->count++].bytes, escaped, length);
}

static FILE *open_file(const char *root, const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s.txt", root, folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    return file;
}

static void keep_all(const char *root) {
    struct bytes line = {NULL, 0, 0};
    FILE *file = open_file(root, "bindings/agreement", "seeds");
    while (read_line(file, &line)) {
        if (line.len > 0 && line.data[0] != '#') {
            size_t begin;
            uint64_t steps;
            const struct verb *verb = read_verb(&line, &begin, &steps);
            keep(verb, line.data + begin, line.len - begin, steps);
        }
    }
    fclose(file);
    for (size_t i = 0; i < VERB_COUNT; i++) {
        kept[i].written = kept[i].count;
        for (const char *const *corpus = VERBS[i].corpora; *corpus != NULL; corpus++) {
            file = open_file(root, "fuzz/corpus", *corpus);
            while (read_line(file, &line)) {
                keep(&VERBS[i], line.data, line.len, 0);
            }
            fclose(file);
        }
    }
    free(line.data);
}

// Puts bytes in place of some.
static void splice(struct bytes *input, size_t at, size_t over, const char *with, size_t count) {
    struct bytes made = {NULL, 0, 0};
    put(&made, input->data, at);
    put(&made, with, count);
    put(&made, input->data + at + over, input->len - at - over);
    free(input->data);
    *input = made;
}

// A part of so many bytes, short ones the most often.
static size_t part(size_t length, size_t *from) {
    size_t longest = below(3) == 0 ? length : below(2) == 0 ? 16 : 4;
    *from = below(length + 1);
    size_t count = 1 + below(longest);
    return count < length - *from ? count : length - *from;
}

// Removes, replaces, repeats or inserts something, of another input of the verb too.
static void change(struct bytes *input, const struct kept *of) {
    char bytes[8];
    size_t from, count, at = below(input->len + 1);
    const struct bytes *other = &of->inputs[below(of->count)].bytes;
    switch (below(6)) {
    case 0:
        count = part(input->len, &from);
        splice(input, from, count, NULL, 0);
        break;
    case 1:
        if (at < input->len) {
            input->data[at] = (char)(input->data[at] ^ 1 << below(8));
        }
        break;
    case 2:
        count = part(input->len, &from);
        if (count > 0) {
            struct bytes again = {NULL, 0, 0};
            put(&again, input->data + from, count);
            splice(input, at, 0, again.data, again.len);
            free(again.data);
        }
        break;
    case 3:
    case 4:
        count = part(other->len, &from);
        if (count > 0) {
            bool replaces = below(2) == 0 && count <= input->len - at;
            splice(input, at, replaces ? count : 0, other->data + from, count);
        }
        break;
    default:
        count = 1 + below(sizeof bytes);
        for (size_t i = 0; i < count; i++) {
            bytes[i] = (char)(below(4) == 0 ? below(256) : 32 + below(95));
        }
        splice(input, at, 0, bytes, count);
    }
}

static void write_input(const struct verb *verb, const struct bytes *input, uint64_t steps) {
    fputs(verb->name, stdout);
    if (steps > 0) {
        printf("@%" PRIu64, steps);
    }
    putchar('\t');
    write_escaped(input->data, input->len);
    putchar('\n');
}

static void make(uint64_t count, uint64_t seed, const char *root) {
    size_t first = 0; // of the verbs that define nothing
    random_state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    keep_all(root);
    for (size_t i = 0; i < VERB_COUNT; i++) {
        for (size_t j = 0; j < kept[i].count; j++) {
            write_input(&VERBS[i], &kept[i].inputs[j].bytes, kept[i].inputs[j].steps);
        }
        first += defines(&VERBS[i]);
    }
    while (count-- > 0) {
        size_t verb = first + below(VERB_COUNT - first);
        struct bytes input = {NULL, 0, 0};
        // Most of what the fuzzer keeps is short and broken.
        size_t among = below(4) > 0 ? kept[verb].written : kept[verb].count;
        const struct input *from = &kept[verb].inputs[below(among)];
        put(&input, from->bytes.data, from->bytes.len);
        size_t changes = below(4);
        if (changes > 0) {
            while (changes-- > 0) {
                change(&input, &kept[verb]);
            }
            input.len = input.len < LONGEST ? input.len : LONGEST;
        }
        uint64_t steps = below(5) == 0 ? 1 + below((size_t)2 << below(12)) : from->steps;
        write_input(&VERBS[verb], &input, steps);
        free(input.data);
    }
    for (size_t i = 0; i < VERB_COUNT; i++) {
        for (size_t j = 0; j < kept[i].count; j++) {
            free(kept[i].inputs[j].bytes.data);
        }
        free(kept[i].inputs);
    }
}

#endif // AGREEMENT_INPUTS_H
