// Scopes, variables, and types that contain themselves.

#include "check.h"

static void scopes(void) {
    pcty_variable_scope *scope = pcty_variable_scope_new(), *other = pcty_variable_scope_new();
    CHECK(pcty_variable_scope_identity(scope) != pcty_variable_scope_identity(other));
    pcty_type *first = pcty_variable_scope_fresh(scope), *second = pcty_variable_scope_fresh(scope);
    pcty_type *again = pcty_variable_scope_get(scope, 0),
    *elsewhere = pcty_variable_scope_get(other, 0);
    CHECK(type_info(first).is_variable && type_info(first).variable_id == 0);
    CHECK(type_info(first).variable_scope == pcty_variable_scope_identity(scope));
    CHECK(type_info(second).is_variable && type_info(second).variable_id == 1);
    CHECK(!type_info(pcty_type_bool()).is_variable);
    CHECK(pcty_type_equal(first, again) && !pcty_type_equal(first, elsewhere));
    CHECK(type_info(first).flags == PCTY_TYPE_HAS_VARIABLE);
    pcty_type_free(first);
    pcty_type_free(second);
    pcty_type_free(again);
    pcty_type_free(elsewhere);
    pcty_variable_scope_free(scope);
    pcty_variable_scope_free(other);
}

// A tree has a name and a list of trees as children.
static void recursion(void) {
    pcty_variable_scope *scope = pcty_variable_scope_new();
    pcty_type *tree = pcty_variable_scope_get(scope, 0),
    *forest = pcty_variable_scope_get(scope, 1);
    pcty_type *object = NULL, *list = NULL;
    pcty_field fields[2] = {{PCTY_STR_INIT("children"), NULL, PCTY_REQUIRED},
                            {PCTY_STR_INIT("name"), NULL, PCTY_REQUIRED}};
    fields[0].type = forest;
    fields[1].type = pcty_type_string();
    CHECK_OK(pcty_type_object(fields, 2, &object, NULL));
    CHECK_OK(pcty_type_list(tree, NULL, &list, NULL));
    const pcty_str names[] = {PCTY_STR_INIT("Tree"), PCTY_STR_INIT("Forest")};
    const pcty_type *definitions[] = {object, list};
    pcty_group *group = NULL;
    pcty_type *reference = NULL;
    CHECK_OK(pcty_group_new(scope, names, definitions, 2, &group, NULL));
    CHECK(pcty_group_count(group) == 2);
    CHECK_OK(pcty_group_reference_at(group, 0, &reference, NULL));
    CHECK(pcty_type_kind(reference) == PCTY_KIND_REFERENCE);
    pcty_type *none = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_group_reference_at(group, 2, &none, &error));
    pcty_string *name = NULL;
    CHECK_OK(pcty_type_reference_name(reference, &name, NULL));
    CHECK_STRING(name, "Tree");

    // The reference keeps the group alive, and so does its definition.
    pcty_group *clone = pcty_group_clone(group);
    pcty_group_free(group);
    pcty_group_free(clone);
    pcty_type *unfolded = NULL, *inner = NULL, *deep = NULL;
    CHECK_OK(pcty_type_unfold(reference, &unfolded, NULL));
    pcty_type *copy = pcty_type_clone(reference);
    pcty_type_free(reference);
    CHECK(pcty_type_kind(unfolded) == PCTY_KIND_OBJECT);
    CHECK_OK(pcty_type_unfold(pcty_type_part_at(unfolded, 0), &inner, NULL));
    CHECK(pcty_type_kind(inner) == PCTY_KIND_LIST);
    CHECK(pcty_type_equal(pcty_type_element(inner), copy));
    CHECK_OK(pcty_type_unfold(pcty_type_element(inner), &deep, NULL));
    CHECK(pcty_type_equal(deep, unfolded));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_unfold(pcty_type_bool(), &none, &error));

    // Invalid definitions.
    group = NULL;
    const pcty_type *ring[] = {forest, tree}, *stray[] = {forest};
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_group_new(scope, names, ring, 2, &group, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_group_new(scope, names, stray, 1, &group, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_group_new(scope, NULL, NULL, 0, &group, &error));
    CHECK(group == NULL);
    pcty_type_free(unfolded);
    pcty_type_free(inner);
    pcty_type_free(deep);
    pcty_type_free(copy);
    pcty_type_free(object);
    pcty_type_free(list);
    pcty_type_free(tree);
    pcty_type_free(forest);
    pcty_variable_scope_free(scope);
}

int main(void) {
    scopes();
    recursion();
    return 0;
}
