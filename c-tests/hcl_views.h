// The structs that describe HCL, by value: all zeros if there is nothing to describe.

#ifndef POLYCTY_TEST_HCL_VIEWS_H
#define POLYCTY_TEST_HCL_VIEWS_H

#include <polycty.h>
#include <string.h>

#define VIEW(name, handle)                                                                         \
    static inline pcty_hcl_##handle##_data name(const pcty_hcl_##handle *handle) {                 \
        pcty_hcl_##handle##_data data;                                                             \
        memset(&data, 0, sizeof data);                                                             \
        pcty_hcl_##handle##_info(handle, &data);                                                   \
        return data;                                                                               \
    }

#define VIEW_AT(name, handle, function, type)                                                      \
    static inline pcty_hcl_##type name(const pcty_hcl_##handle *handle, size_t index) {            \
        pcty_hcl_##type found;                                                                     \
        memset(&found, 0, sizeof found);                                                           \
        pcty_hcl_##function(handle, index, &found);                                                \
        return found;                                                                              \
    }

VIEW(attribute_data, attribute)
VIEW(block_data, block)
VIEW(body_data, body)
VIEW(content_data, content)
VIEW(location_data, location)
VIEW(expression_data, expression)
VIEW_AT(label_at, block, block_label_at, label)
VIEW_AT(item_at, items, items_at, item)
VIEW_AT(call_at, calls, calls_at, call)
VIEW_AT(traversal_at, traversals, traversals_at, traversal)
VIEW_AT(token_at, tokens, tokens_at, token)
VIEW_AT(operator_at, expression, expression_operator_at, operator)

static inline pcty_hcl_node_data node_data(const pcty_hcl_file *file, pcty_hcl_node node) {
    pcty_hcl_node_data data;
    memset(&data, 0, sizeof data);
    pcty_hcl_file_node_info(file, node, &data);
    return data;
}

// The options of blocks: how many there may be, and what their labels are called.
static inline pcty_hcl_block_options count_of(size_t min, size_t max) {
    pcty_hcl_block_options options = PCTY_HCL_BLOCK_OPTIONS_INIT;
    options.min = min;
    options.max = max;
    return options;
}

static inline pcty_hcl_block_options labels_of(const pcty_str *labels, size_t count) {
    pcty_hcl_block_options options = PCTY_HCL_BLOCK_OPTIONS_INIT;
    options.labels = labels;
    options.label_count = count;
    return options;
}

// The defaults of an attribute, all zeros if it has none.
static inline pcty_hcl_attribute_defaults defaults_of(const pcty_hcl_defaults *defaults, pcty_str name) {
    pcty_hcl_attribute_defaults found = {NULL, NULL};
    pcty_hcl_defaults_attribute_get(defaults, name, &found);
    return found;
}

#endif // POLYCTY_TEST_HCL_VIEWS_H
