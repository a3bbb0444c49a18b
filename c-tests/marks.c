// Marks: set, listed, removed; the content of marked values is hidden.

#include "check.h"

int main(void) {
    pcty_value *plain = pcty_value_number_from_int64(1), *marked = NULL, *both = NULL;
    CHECK(pcty_marks_count(pcty_value_marks(plain)) == 0);
    CHECK(pcty_value_marks(plain) != NULL && pcty_value_marks(NULL) == NULL);
    CHECK(pcty_value_unmarked(plain) == plain);
    CHECK_OK(pcty_value_mark(plain, PCTY_STR("secret"), &marked, NULL));
    CHECK(pcty_value_has(marked, PCTY_VALUE_MARKED) && !pcty_value_has(plain, PCTY_VALUE_MARKED));
    CHECK(!pcty_value_equal(marked, plain));
    CHECK(pcty_value_equal(pcty_value_unmarked(marked), plain));

    const pcty_str names[] = {PCTY_STR_INIT("b"), PCTY_STR_INIT("a"), PCTY_STR_INIT("b")};
    pcty_marks *marks = NULL;
    CHECK_OK(pcty_marks_new(names, 3, &marks, NULL));
    CHECK(pcty_marks_count(marks) == 2);
    CHECK_STR(pcty_marks_at(marks, 0), "a");
    CHECK(pcty_marks_at(marks, 2).data == NULL);
    CHECK(pcty_marks_contains(marks, PCTY_STR("b")) && !pcty_marks_contains(marks, PCTY_STR("c")));
    CHECK_OK(pcty_value_with_marks(marked, marks, &both, NULL));
    pcty_marks_free(marks);
    CHECK(pcty_marks_count(pcty_value_marks(both)) == 3);
    CHECK_STR(pcty_marks_at(pcty_value_marks(both), 2), "secret");

    int64_t number = 0;
    CHECK_FAILS(PCTY_ERROR_MARKED, pcty_value_as_int64(both, &number, &error));
    CHECK_OK(pcty_value_as_int64(pcty_value_unmarked(both), &number, NULL));
    CHECK(number == 1);
    CHECK(pcty_value_state(both) == PCTY_STATE_KNOWN);
    CHECK(pcty_type_equal(pcty_value_type(both), pcty_type_number()));

    const pcty_value *elements[] = {plain, both};
    pcty_value *list = NULL, *set = NULL, *bare = NULL;
    CHECK_OK(pcty_value_list(elements, 2, &list, NULL));
    CHECK(!pcty_value_has(list, PCTY_VALUE_MARKED) && pcty_value_has(list, PCTY_VALUE_CONTAINS_MARK));
    CHECK_OK(pcty_value_unmark_deep(list, &bare, &marks, NULL));
    CHECK(!pcty_value_has(bare, PCTY_VALUE_CONTAINS_MARK) && pcty_marks_count(marks) == 3);
    pcty_marks *clone = pcty_marks_clone(marks);
    pcty_marks_free(marks);
    CHECK(pcty_marks_contains(clone, PCTY_STR("a")));
    pcty_marks_free(clone);
    pcty_value_free(bare);
    CHECK_OK(pcty_value_unmark_deep(list, &bare, NULL, NULL));

    // A set cannot have marked elements: the set itself gets their marks.
    CHECK_OK(pcty_value_set(elements, 2, &set, NULL));
    CHECK(pcty_value_has(set, PCTY_VALUE_MARKED));
    size_t length = 0;
    CHECK(pcty_value_length(pcty_value_unmarked(set), &length) && length == 1);

    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_value_mark(plain, PCTY_STR("\xff"), &bare, &error));
    pcty_value_free(plain);
    pcty_value_free(marked);
    pcty_value_free(both);
    pcty_value_free(list);
    pcty_value_free(set);
    pcty_value_free(bare);
    return 0;
}
