// Capsules: a host's data inside values, and its release exactly once.

#include "check.h"

struct counts {
    int equals, hashes, ops_destroyed;
};

static int destroyed;

static void destroy_data(void *data) {
    destroyed++;
    free(data);
}

static void destroy_ops(void *user_data) {
    ((struct counts *)user_data)->ops_destroyed++;
}

static bool equal_ints(void *user_data, const void *a, const void *b) {
    ((struct counts *)user_data)->equals++;
    return *(const int *)a == *(const int *)b;
}

static uint64_t hash_int(void *user_data, const void *data) {
    ((struct counts *)user_data)->hashes++;
    return (uint64_t)*(const int *)data;
}

static int *integer(int value) {
    int *data = malloc(sizeof *data);
    *data = value;
    return data;
}

static void by_identity(void) {
    pcty_type *type = NULL, *other = NULL;
    CHECK_OK(pcty_type_capsule(PCTY_STR("handle"), NULL, &type, NULL));
    CHECK_OK(pcty_type_capsule(PCTY_STR("handle"), NULL, &other, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_CAPSULE && !pcty_type_equal(type, other));
    CHECK_STR(type_info(type).name, "handle");

    destroyed = 0;
    pcty_value *a = NULL, *b = NULL;
    CHECK_OK(pcty_value_capsule(type, integer(1), destroy_data, &a, NULL));
    CHECK_OK(pcty_value_capsule(type, integer(1), destroy_data, &b, NULL));
    CHECK(pcty_value_equal(a, a) && !pcty_value_equal(a, b));
    pcty_value *clone = pcty_value_clone(a);
    CHECK(pcty_value_equal(a, clone) && pcty_value_hash(a) == pcty_value_hash(clone));
    void *data = NULL;
    CHECK_OK(pcty_value_as_capsule(a, type, &data, NULL));
    CHECK(*(int *)data == 1);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_value_as_capsule(a, other, &data, &error));
    pcty_value_free(a);
    CHECK(destroyed == 0);
    pcty_value_free(clone);
    CHECK(destroyed == 1);
    pcty_value_free(b);
    CHECK(destroyed == 2);
    pcty_type_free(type);
    pcty_type_free(other);
}

static void by_the_host(bool with_hash) {
    struct counts counts = {0, 0, 0};
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    ops.equal = equal_ints;
    ops.hash = with_hash ? hash_int : NULL;
    ops.user_data = &counts;
    ops.destroy = destroy_ops;
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_capsule(PCTY_STR("int"), &ops, &type, NULL));

    destroyed = 0;
    pcty_value *values[3] = {NULL, NULL, NULL}, *set = NULL;
    CHECK_OK(pcty_value_capsule(type, integer(1), destroy_data, &values[0], NULL));
    CHECK_OK(pcty_value_capsule(type, integer(2), destroy_data, &values[1], NULL));
    CHECK_OK(pcty_value_capsule(type, integer(1), destroy_data, &values[2], NULL));
    CHECK(pcty_value_equal(values[0], values[2]) && !pcty_value_equal(values[0], values[1]));
    CHECK(pcty_value_hash(values[0]) == pcty_value_hash(values[2]));
    const pcty_value *elements[] = {values[0], values[1], values[2]};
    CHECK_OK(pcty_value_set(elements, 3, &set, NULL));
    size_t length = 0;
    CHECK(pcty_value_length(set, &length) && length == 2);
    CHECK(counts.equals > 0 && (counts.hashes > 0) == with_hash);

    // The type lives as long as its values.
    pcty_type_free(type);
    for (int i = 0; i < 3; i++) {
        pcty_value_free(values[i]);
    }
    CHECK(counts.ops_destroyed == 0);
    pcty_value_free(set);
    CHECK(counts.ops_destroyed == 1 && destroyed == 3);
}

// A failed call has also taken the data, and releases it once.
static void released_on_failure(void) {
    struct counts counts = {0, 0, 0};
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    ops.user_data = &counts;
    ops.destroy = destroy_ops;
    pcty_type *type = NULL;
    pcty_value *value = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_type_capsule(PCTY_STR("\xff"), &ops, &type, &error));
    CHECK(counts.ops_destroyed == 1);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_capsule(PCTY_STR("int"), &ops, NULL, &error));
    CHECK(counts.ops_destroyed == 2);
    ops.struct_size = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_capsule(PCTY_STR("int"), &ops, &type, &error));
    CHECK(counts.ops_destroyed == 2 && type == NULL);

    destroyed = 0;
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_value_capsule(pcty_type_bool(), integer(1), destroy_data,
                                                    &value, &error));
    CHECK(destroyed == 1);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_capsule(NULL, integer(1), destroy_data, &value, &error));
    CHECK(destroyed == 2);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_capsule(NULL, integer(1), destroy_data, NULL, &error));
    CHECK(destroyed == 3 && value == NULL);
}

// A callback may call the library again.
static bool equal_and_back(void *user_data, const void *a, const void *b) {
    pcty_value *value = pcty_value_bool(true);
    bool same = pcty_value_equal(value, value) && user_data == NULL && a != b;
    pcty_value_free(value);
    return same;
}

static void re_entered(void) {
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    ops.equal = equal_and_back;
    pcty_type *type = NULL;
    pcty_value *a = NULL, *b = NULL;
    CHECK_OK(pcty_type_capsule(PCTY_STR("any"), &ops, &type, NULL));
    CHECK_OK(pcty_value_capsule(type, NULL, NULL, &a, NULL));
    CHECK_OK(pcty_value_capsule(type, &destroyed, NULL, &b, NULL));
    CHECK(pcty_value_equal(a, b));
    pcty_value_free(a);
    pcty_value_free(b);
    pcty_type_free(type);
}

int main(void) {
    by_identity();
    by_the_host(true);
    by_the_host(false);
    released_on_failure();
    re_entered();
    return 0;
}
