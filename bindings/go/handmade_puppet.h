// The handwritten shims of Puppet. handmade.h includes this file and states when a shim is written
// by hand.

#ifndef POLYCTY_GO_HANDMADE_PUPPET_H
#define POLYCTY_GO_HANDMADE_PUPPET_H

#include "callbacks.h"
#include "results.h"

// The value at a position, which the caller owns, and its name, which the catalog owns.
typedef struct {
    pcty_str name;
    bool is_sensitive;
    go_found value;
    pcty_error *error;
} go_catalog_parameter;

static inline go_catalog_parameter
go_puppet_catalog_parameter_read(const pcty_puppet_catalog *catalog, size_t resource,
                                 size_t index) {
    pcty_puppet_catalog_parameter read = PCTY_PUPPET_CATALOG_PARAMETER_INIT;
    go_catalog_parameter found = {{NULL, 0}, false, {0}, NULL};
    if (pcty_puppet_catalog_parameter_at(catalog, resource, index, &read, &found.error) ==
        PCTY_OK) {
        found.name = read.name;
        found.is_sensitive = read.is_sensitive;
        found.value = go_value_found(pcty_value_clone(read.value));
    }
    return found;
}

#endif
