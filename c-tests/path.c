// Paths and sets of paths.

#include "check.h"

static pcty_path *path_of(const char *name, size_t index) {
    pcty_path *path = pcty_path_new();
    CHECK_OK(pcty_path_append_attribute(path, pcty_str_from_cstr(name), NULL));
    CHECK_OK(pcty_path_append_index(path, index, NULL));
    return path;
}

static void paths(void) {
    pcty_path *path = path_of("a", 3), *other = pcty_path_clone(path);
    CHECK(pcty_path_equal(path, other) && pcty_path_step_count(path) == 2);
    pcty_value *key = NULL, *got = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("k"), &key, NULL));
    CHECK_OK(pcty_path_append_key(path, key, NULL));
    CHECK(!pcty_path_equal(path, other) && pcty_path_starts_with(path, other));
    CHECK(!pcty_path_starts_with(other, path));
    CHECK_STRING(pcty_path_to_text(path), ".a[3][\"k\"]");
    CHECK_OK(pcty_path_step_key_at(path, 2, &got, NULL));
    CHECK(pcty_value_equal(got, key));
    pcty_value_free(got);
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_path_append_attribute(path, PCTY_STR("\xff"), &error));
    CHECK(pcty_path_step_count(path) == 3);
    pcty_value *whichever = pcty_value_unknown(pcty_type_number());
    pcty_path *each = pcty_path_clone(other);
    CHECK_OK(pcty_path_append_key(each, whichever, NULL));
    CHECK_STRING(pcty_path_to_text(each), ".a[3][*]");
    pcty_path_free(each);
    pcty_value_free(whichever);

    // Any value can be a key: elements of a set are their own keys.
    pcty_value *truth = pcty_value_bool(true);
    CHECK_OK(pcty_path_append_key(other, truth, NULL));
    CHECK_OK(pcty_path_step_key_at(other, 2, &got, NULL));
    CHECK(pcty_value_equal(got, truth));
    pcty_value_free(got);
    pcty_value_free(truth);
    pcty_value_free(key);
    pcty_path_free(path);
    pcty_path_free(other);
}

struct visits {
    int count, stop_after;
    pcty_visit answer;
};

static pcty_visit visit(void *user_data, const pcty_path *path) {
    struct visits *visits = user_data;
    CHECK(path != NULL);
    if (++visits->count == visits->stop_after) {
        return PCTY_VISIT_STOP;
    }
    return visits->answer;
}

static void sets(void) {
    pcty_path *a = path_of("a", 0), *b = path_of("b", 0);
    pcty_path_set *first = pcty_path_set_new(), *second = pcty_path_set_new();
    CHECK_OK(pcty_path_set_insert(first, a, false, NULL));
    CHECK_OK(pcty_path_set_insert(first, a, false, NULL));
    CHECK(pcty_path_set_count(first) == 1 && pcty_path_set_contains(first, a));
    CHECK(!pcty_path_set_contains(first, b));
    CHECK_OK(pcty_path_set_insert(second, a, true, NULL));
    CHECK(pcty_path_set_count(second) == 3);
    CHECK_OK(pcty_path_set_insert(second, b, false, NULL));

    pcty_path_set *sets[] = {pcty_path_set_combine(first, second, PCTY_PATH_SET_UNION),
                             pcty_path_set_combine(first, second, PCTY_PATH_SET_INTERSECTION),
                             pcty_path_set_combine(second, first, PCTY_PATH_SET_DIFFERENCE)};
    const size_t counts[] = {4, 1, 3};
    for (int i = 0; i < 3; i++) {
        CHECK(pcty_path_set_count(sets[i]) == counts[i]);
    }
    CHECK(pcty_path_set_equal(sets[0], second) && pcty_path_set_equal(sets[1], first));
    pcty_path_set *clone = pcty_path_set_clone(first);
    CHECK(pcty_path_set_remove(clone, a) && !pcty_path_set_remove(clone, a));
    CHECK(pcty_path_set_count(first) == 1 && pcty_path_set_count(clone) == 0);

    struct visits visits = {0, 0, PCTY_VISIT_SKIP};
    CHECK_OK(pcty_path_set_walk(second, visit, &visits, NULL));
    CHECK(visits.count == 4);
    visits.count = 0;
    visits.stop_after = 2;
    CHECK_OK(pcty_path_set_walk(second, visit, &visits, NULL));
    CHECK(visits.count == 2);
    visits.answer = 9;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_path_set_walk(second, visit, &visits, &error));
    for (int i = 0; i < 3; i++) {
        pcty_path_set_free(sets[i]);
    }
    pcty_path_set_free(clone);
    pcty_path_set_free(first);
    pcty_path_set_free(second);
    pcty_path_free(a);
    pcty_path_free(b);
}

int main(void) {
    paths();
    sets();
    return 0;
}
