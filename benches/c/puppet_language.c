// Times Puppet's language through the C ABI on the workloads L1-L4: a manifest is read, a program
// evaluated, lambdas called, a template rendered. Prints one line for each figure, in nanoseconds
// for the whole workload, and a line that begins with `result`, which must equal the peer's.
// `benches/run` prints the figures next to those of Puppet.
//
//     puppet_language DIRECTORY [all|L1|L2.cold|...] [SECONDS]
//     puppet_language DIRECTORY write
//
// `write` writes the texts to the directory, for the peer. Compiled with -DCOUNT, it counts each
// workload at four sizes, each twice the one before.

#define RUNS 5
#include "timing.h"
#include "puppet_texts.h"

// The result of a workload ---------------------------------------------------------------

// FNV-1a, of 64 bits.
static void report_result(const char *id, pcty_str text) {
#ifndef COUNT
    unsigned long long hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.data[i]) * 0x100000001b3;
    }
    printf("result %s %zu:%016llx\n", id, text.len, hash);
#else
    (void)id;
    (void)text;
#endif
}

struct work {
    pcty_str text;
    pcty_puppet_syntax syntax;
    pcty_puppet_manifest *manifest;
    pcty_puppet_environment *environment;
    pcty_value *parameters;
};

static pcty_puppet_manifest *read_text(const struct work *work) {
    pcty_puppet_manifest *manifest = NULL;
    MUST(pcty_puppet_manifest_parse(work->text, PCTY_STR("site.pp"), work->syntax,
                                    PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, &error));
    return manifest;
}

static void run_read(void *data) {
    pcty_puppet_manifest_free(read_text(data));
}

static void run_prepared(void *data) {
    struct work *work = data;
    pcty_value *value = NULL;
    MUST(pcty_puppet_manifest_evaluate(work->manifest, work->environment, &value, &error));
    pcty_value_free(value);
}

static void run_cold(void *data) {
    struct work *work = data;
    work->manifest = read_text(work);
    run_prepared(work);
    pcty_puppet_manifest_free(work->manifest);
}

static pcty_string *render(const struct work *work) {
    pcty_string *text = NULL;
    MUST(pcty_puppet_manifest_render(work->manifest, work->parameters, work->environment, &text,
                                     &error));
    return text;
}

static void run_render(void *data) {
    pcty_string_free(render(data));
}

static void run_render_cold(void *data) {
    struct work *work = data;
    work->manifest = read_text(work);
    run_render(work);
    pcty_puppet_manifest_free(work->manifest);
}

static struct work work_of(struct text text, pcty_puppet_syntax syntax) {
    struct work work = {0};
    work.text = (pcty_str){text.data, text.len};
    work.syntax = syntax;
    work.environment = pcty_puppet_environment_new();
    return work;
}

static void done(struct work *work) {
    pcty_value_free(work->parameters);
    pcty_puppet_environment_free(work->environment);
    free((char *)work->text.data);
}

// L1: read a manifest --------------------------------------------------------------------------

// The definitions: `class ntp 12 a,b` for each, in the order of the text.
static void report_definitions(const char *id, const pcty_puppet_manifest *manifest) {
    pcty_puppet_outline *outline = NULL;
    MUST(pcty_puppet_outline_new(manifest, &outline, &error));
    struct text text = {0};
    pcty_puppet_outline_data data;
    pcty_puppet_outline_info(outline, &data);
    for (size_t i = 0; i < data.definition_count; i++) {
        pcty_puppet_definition found = PCTY_PUPPET_DEFINITION_INIT;
        MUST(pcty_puppet_outline_definition_at(outline, i, &found, &error));
        char line[16];
        put(&text, found.keyword.data, found.keyword.len);
        put(&text, " ", 1);
        put(&text, found.name.data, found.name.len);
        put(&text, line, (size_t)sprintf(line, " %u", (unsigned)found.range.start.line));
        for (size_t j = 0; j < found.parameter_count; j++) {
            pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
            MUST(pcty_puppet_outline_parameter_at(outline, i, j, &parameter, &error));
            put(&text, j ? "," : " ", 1);
            put(&text, parameter.name.data, parameter.name.len);
        }
        put(&text, "\n", 1);
    }
    report_result(id, (pcty_str){text.data, text.len});
    free(text.data);
    pcty_puppet_outline_free(outline);
}

static void l1(int lines) {
    struct work work = work_of(manifest_of(lines), PCTY_PUPPET_MANIFEST);
    report("L1.read", lines, time_per_operation(run_read, &work));
    pcty_puppet_manifest *manifest = read_text(&work);
    report_definitions("L1.read", manifest);
    pcty_puppet_manifest_free(manifest);
    done(&work);
}

// L2 and L3: evaluate -----------------------------------------------------------------------------

static void report_value(const char *id, struct work *work) {
    pcty_value *value = NULL;
    pcty_string *text = NULL;
    MUST(pcty_puppet_manifest_evaluate(work->manifest, work->environment, &value, &error));
    MUST(pcty_puppet_value_format(value, &text, &error));
    report_result(id, pcty_string_str(text));
    pcty_string_free(text);
    pcty_value_free(value);
}

static void evaluated(const char *prepared, const char *cold, struct text text, int size) {
    struct work work = work_of(text, PCTY_PUPPET_MANIFEST);
    work.manifest = read_text(&work);
    if (selected(prepared)) {
        report(prepared, size, time_per_operation(run_prepared, &work));
        report_value(prepared, &work);
    }
    pcty_puppet_manifest_free(work.manifest);
    if (cold && selected(cold)) {
        report(cold, size, time_per_operation(run_cold, &work));
    }
    done(&work);
}

static void l2(int expressions) {
    evaluated("L2.prepared", "L2.cold", program_of(expressions), expressions);
}

static void l3(const char *id, const char *pattern, int elements) {
    struct text text = {0};
    piece(&text, pattern, elements);
    evaluated(id, NULL, text, elements);
}

// L4: render a template ---------------------------------------------------------------------------

static struct text template_of(void) {
    struct text text = {0};
    put(&text, template_text, strlen(template_text));
    return text;
}

static void l4(int hosts) {
    struct work work = work_of(template_of(), PCTY_PUPPET_TEMPLATE);
    struct text literal = hosts_of(hosts);
    pcty_str name = PCTY_STR("hosts");
    pcty_value *key = NULL, *value = NULL;
    MUST(pcty_value_string(name, &key, &error));
    MUST(pcty_puppet_value_parse((pcty_str){literal.data, literal.len}, NULL, &value, &error));
    const pcty_value *keys[] = {key}, *values[] = {value};
    MUST(pcty_puppet_value_hash(keys, values, 1, &work.parameters, &error));
    pcty_value_free(key);
    pcty_value_free(value);
    free(literal.data);
    work.manifest = read_text(&work);
    if (selected("L4.prepared")) {
        report("L4.prepared", hosts, time_per_operation(run_render, &work));
        pcty_string *text = render(&work);
        report_result("L4.prepared", pcty_string_str(text));
        pcty_string_free(text);
    }
    pcty_puppet_manifest_free(work.manifest);
    if (selected("L4.cold")) {
        report("L4.cold", hosts, time_per_operation(run_render_cold, &work));
    }
    done(&work);
}

// The texts, for the peer ---------------------------------------------------------------------------

enum { LINES = 10000, PROGRAM = 1000, ELEMENTS = 100000, HOSTS = 1000 };

static void write_text(const char *directory, const char *name, struct text text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    expect(file && fwrite(text.data, 1, text.len, file) == text.len && fclose(file) == 0, path);
    free(text.data);
}

static void write_program(const char *directory, const char *name, const char *pattern) {
    struct text text = {0};
    piece(&text, pattern, ELEMENTS);
    write_text(directory, name, text);
}

static void write_texts(const char *directory) {
    write_text(directory, "l1.pp", manifest_of(LINES));
    write_text(directory, "l2.pp", program_of(PROGRAM));
    write_program(directory, "l3-map.pp", map_pattern);
    write_program(directory, "l3-filter.pp", filter_pattern);
    write_program(directory, "l3-reduce.pp", reduce_pattern);
    write_text(directory, "l4.epp", template_of());
    write_text(directory, "l4-hosts.pp", hosts_of(HOSTS));
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: puppet_language DIRECTORY [WORKLOAD [SECONDS] | write]\n");
        return 2;
    }
    arguments(argc - 1, argv + 1);
    if (strcmp(wanted, "write") == 0) {
        write_texts(argv[1]);
        return 0;
    }
#ifdef COUNT
    const int first = 1, last = 8;
#else
    const int first = 8, last = 8;
#endif
    for (int eighths = first; eighths <= last; eighths *= 2) {
        if (selected("L1.read")) {
            l1(LINES / 8 * eighths);
        }
        if (selected("L2.prepared") || selected("L2.cold")) {
            l2(PROGRAM / 8 * eighths / EXPRESSIONS * EXPRESSIONS);
        }
        if (selected("L3.map")) {
            l3("L3.map", map_pattern, ELEMENTS / 8 * eighths);
        }
        if (selected("L3.filter")) {
            l3("L3.filter", filter_pattern, ELEMENTS / 8 * eighths);
        }
        if (selected("L3.reduce")) {
            l3("L3.reduce", reduce_pattern, ELEMENTS / 8 * eighths);
        }
        if (selected("L4.prepared") || selected("L4.cold")) {
            l4(HOSTS / 8 * eighths);
        }
    }
    return 0;
}
