// Short forms of calls with structs: the data of a handle as a result (all zero for NULL and where
// there is none), and a function for each kind of step, invariant and option.

#ifndef INFO_H
#define INFO_H

#include <polycty.h>

#include <string.h>

#define INFO(noun, handle)                                                              \
    static inline pcty_##noun##_data noun##_info(const handle *from) {                    \
        pcty_##noun##_data data;                                                        \
        memset(&data, 0, sizeof data);                                                  \
        (void)pcty_##noun##_info(from, &data);                                          \
        return data;                                                                    \
    }

static inline pcty_error_data error_info(const pcty_error *from) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(from, &data, NULL));
    return data;
}

INFO(converter, pcty_converter)
INFO(function, pcty_function)
INFO(type, pcty_type)
INFO(unification, pcty_unification)
INFO(infer_scheme, pcty_infer_scheme)
#ifdef PCTY_HAS_MCL
INFO(mcl_difference, pcty_mcl_difference)
INFO(mcl_graph, pcty_mcl_graph)
INFO(mcl_resources, pcty_mcl_resources)
#endif
#ifdef PCTY_HAS_PUPPET
INFO(puppet_catalog, pcty_puppet_catalog)
INFO(puppet_manifest, pcty_puppet_manifest)
INFO(puppet_outline, pcty_puppet_outline)
INFO(puppet_value, pcty_value)

static inline pcty_puppet_alias puppet_alias_at(const pcty_puppet_aliases *aliases, size_t index) {
    pcty_puppet_alias found;
    memset(&found, 0, sizeof found);
    (void)pcty_puppet_aliases_at(aliases, index, &found);
    return found;
}

static inline pcty_puppet_part puppet_part_at(const pcty_value *value, size_t index) {
    pcty_puppet_part found;
    memset(&found, 0, sizeof found);
    (void)pcty_puppet_value_part_at(value, index, &found);
    return found;
}
#endif
#ifdef PCTY_HAS_SCHEMA
INFO(schema_pair, pcty_schema_pair)
INFO(schema_relation, pcty_schema_relation)
#endif
#ifdef PCTY_HAS_TRANSLATE
INFO(translation, pcty_translation)
#endif
#ifdef PCTY_HAS_TERRAFORM
INFO(terraform_project, pcty_terraform_project)
#endif

// -- Refinements ---------------------------------------------------------------------------

static inline pcty_status refine_with(pcty_refinement_builder *builder, pcty_refinement_fact_kind kind,
                                      pcty_str prefix, uint64_t length, pcty_error **error) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = kind;
    fact.prefix = prefix;
    fact.length = length;
    return pcty_refinement_builder_add(builder, &fact, error);
}

static inline pcty_status refine_number(pcty_refinement_builder *builder, pcty_refinement_fact_kind kind,
                                        const pcty_value *bound, bool inclusive,
                                        pcty_error **error) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = kind;
    fact.bound = bound;
    fact.is_exclusive = !inclusive;
    return pcty_refinement_builder_add(builder, &fact, error);
}

#define refine_not_null(builder, error)                                                 \
    refine_with(builder, PCTY_REFINEMENT_FACT_NOT_NULL, PCTY_STR(""), 0, error)
#define refine_null(builder, error)                                                     \
    refine_with(builder, PCTY_REFINEMENT_FACT_NULL, PCTY_STR(""), 0, error)
#define refine_prefix(builder, prefix, error)                                           \
    refine_with(builder, PCTY_REFINEMENT_FACT_PREFIX, prefix, 0, error)
#define refine_prefix_full(builder, prefix, error)                                      \
    refine_with(builder, PCTY_REFINEMENT_FACT_PREFIX_FULL, prefix, 0, error)
#define refine_number_min(builder, bound, inclusive, error)                             \
    refine_number(builder, PCTY_REFINEMENT_FACT_NUMBER_MIN, bound, inclusive, error)
#define refine_number_max(builder, bound, inclusive, error)                             \
    refine_number(builder, PCTY_REFINEMENT_FACT_NUMBER_MAX, bound, inclusive, error)
#define refine_length_min(builder, length, error)                                       \
    refine_with(builder, PCTY_REFINEMENT_FACT_LENGTH_MIN, PCTY_STR(""), length, error)
#define refine_length_max(builder, length, error)                                       \
    refine_with(builder, PCTY_REFINEMENT_FACT_LENGTH_MAX, PCTY_STR(""), length, error)

// -- Invariants ----------------------------------------------------------------------------

static inline pcty_status invariant_type(pcty_infer_invariants *list, uint64_t expr,
                                         const pcty_type *type, pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.expression = expr;
    one.type = type;
    return pcty_infer_invariants_add(list, &one, error);
}

static inline pcty_status invariant_equal(pcty_infer_invariants *list, uint64_t expr, uint64_t other,
                                          pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.kind = PCTY_INFER_INVARIANT_EQUAL;
    one.expression = expr;
    one.other = other;
    return pcty_infer_invariants_add(list, &one, error);
}

static inline pcty_status invariant_call(pcty_infer_invariants *list, uint64_t function,
                                         const uint64_t *arguments, size_t count, uint64_t result,
                                         pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.kind = PCTY_INFER_INVARIANT_CALL;
    one.expression = result;
    one.other = function;
    one.arguments = arguments;
    one.count = count;
    return pcty_infer_invariants_add(list, &one, error);
}

static inline pcty_status invariant_apply(pcty_infer_invariants *list,
                                          const pcty_infer_signature *signature,
                                          const uint64_t *arguments, size_t count, uint64_t result,
                                          pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.kind = PCTY_INFER_INVARIANT_APPLY;
    one.expression = result;
    one.signature = signature;
    one.arguments = arguments;
    one.count = count;
    return pcty_infer_invariants_add(list, &one, error);
}

static inline pcty_status invariant_instance(pcty_infer_invariants *list, uint64_t expr,
                                             const pcty_infer_scheme *scheme, pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.kind = PCTY_INFER_INVARIANT_INSTANCE;
    one.expression = expr;
    one.scheme = scheme;
    return pcty_infer_invariants_add(list, &one, error);
}

static inline pcty_status invariant_any(pcty_infer_invariants *list,
                                        const pcty_infer_invariants *const *alternatives,
                                        size_t count, pcty_error **error) {
    pcty_infer_invariant one = PCTY_INFER_INVARIANT_INIT;
    one.kind = PCTY_INFER_INVARIANT_ANY;
    one.alternatives = alternatives;
    one.count = count;
    return pcty_infer_invariants_add(list, &one, error);
}

// -- Paths of errors -----------------------------------------------------------------------

static inline pcty_status prepend_step(pcty_error *target, pcty_str name, const pcty_value *key,
                                       size_t index) {
    pcty_path *path = pcty_path_new();
    pcty_status status = name.data != NULL ? pcty_path_append_attribute(path, name, NULL)
                         : key != NULL     ? pcty_path_append_key(path, key, NULL)
                                           : pcty_path_append_index(path, index, NULL);
    if (status == PCTY_OK) {
        status = pcty_error_prepend_path(target, path, NULL);
    }
    pcty_path_free(path);
    return status;
}

static inline pcty_status set_argument(pcty_error *target, size_t index) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.has_argument = true;
    data.argument = index;
    return pcty_error_set(target, &data, NULL);
}

#endif
