// The handwritten shims of PCL. handmade.h includes this file and states when a shim is written by
// hand.

#ifndef POLYCTY_GO_HANDMADE_PCL_H
#define POLYCTY_GO_HANDMADE_PCL_H

#include "callbacks.h"
#include "results.h"

typedef struct {
    pcty_range range;
    pcty_type *from, *to;
    pcty_conversion kind;
    bool found;
} go_pcl_conversion;

static inline go_pcl_conversion go_pcl_converted(bool found, const pcty_pcl_conversion *given) {
    go_pcl_conversion read = {{{0}, {0}}, NULL, NULL, 0, found};
    if (found) {
        read.range = given->range;
        read.from = pcty_type_clone(given->from);
        read.to = pcty_type_clone(given->to);
        read.kind = given->kind;
    }
    return read;
}

typedef struct {
    pcty_pcl_syntax_kind kind;
    pcty_pcl_role role;
    pcty_type *type;
    pcty_range range;
    pcty_str text, name, key_name;
    pcty_value *value;
    pcty_pcl_operator op;
    bool ellipsis;
    size_t children;
    go_pcl_conversion conversion;
    pcty_hcl_expression *expression;
} go_pcl_node;

static inline go_pcl_node go_pcl_node_read(const pcty_pcl_node *node) {
    pcty_pcl_node_data data;
    pcty_pcl_conversion conversion = PCTY_PCL_CONVERSION_INIT;
    bool converts = pcty_pcl_node_conversion(node, &conversion);
    pcty_pcl_node_info(node, &data);
    go_pcl_node read = {data.kind, data.role, pcty_type_clone(data.type),
                        pcty_pcl_node_range(node), data.text, data.name, data.key_name,
                        pcty_value_clone(data.value), data.operator_, data.has_ellipsis,
                        data.child_count, go_pcl_converted(converts, &conversion),
                        pcty_pcl_node_expression(node)};
    return read;
}

static inline pcty_type *go_pcl_checked_type(const pcty_pcl_checked *bound) {
    pcty_pcl_checked_data data;
    return pcty_pcl_checked_info(bound, &data) ? pcty_type_clone(data.type) : NULL;
}

static inline pcty_error *go_pcl_checked_diagnostics(const pcty_pcl_checked *bound) {
    pcty_pcl_checked_data data;
    return pcty_pcl_checked_info(bound, &data) ? pcty_error_clone(data.diagnostics) : NULL;
}

static inline go_outs go_pcl_type_traverse(const pcty_type *type, const pcty_pcl_step_kind *kinds,
                                           const char *text, const size_t *lengths,
                                           const uintptr_t *keys, size_t count) {
    pcty_type *out = NULL;
    pcty_error *more = NULL, *error = NULL;
    pcty_str *names = go_texts(text, lengths, count);
    pcty_pcl_step *steps = (pcty_pcl_step *)go_array(count, sizeof *steps);
    for (size_t i = 0; i < count; i++) {
        steps[i].struct_size = sizeof *steps;
        steps[i].kind = kinds[i];
        steps[i].name = names[i];
        steps[i].key = (const pcty_value *)keys[i];
    }
    PCTY_IGNORE(pcty_pcl_type_traverse(type, steps, count, &out, &more, &error));
    free(steps);
    free(names);
    return (go_outs){out, more, error};
}

static inline go_pcl_conversion go_pcl_checked_conversion(const pcty_pcl_checked *bound, size_t at) {
    pcty_pcl_conversion given = PCTY_PCL_CONVERSION_INIT;
    return go_pcl_converted(pcty_pcl_checked_conversion_at(bound, at, &given, NULL) == PCTY_OK, &given);
}

#endif
