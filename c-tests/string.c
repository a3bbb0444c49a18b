// Strings in and out, and the names of statuses.

#include "check.h"

int main(void) {
    CHECK(PCTY_STR("a\0b").len == 3);
    CHECK(pcty_str_from_cstr("abc").len == 3);
    CHECK(pcty_str_from_cstr(NULL).data == NULL);

    const pcty_str nothing = {NULL, 0}, broken = {NULL, 1};
    CHECK(pcty_str_equal(PCTY_STR("a\0b"), PCTY_STR("a\0b")));
    CHECK(!pcty_str_equal(PCTY_STR("a\0b"), PCTY_STR("a\0c")));
    CHECK(!pcty_str_equal(PCTY_STR("a"), PCTY_STR("ab")));
    CHECK(pcty_str_equal(nothing, PCTY_STR("")));
    CHECK(!pcty_str_equal(broken, broken));
    char printed[16];
    snprintf(printed, sizeof printed, "<" PCTY_FMT "|" PCTY_FMT ">", PCTY_ARG(nothing),
             PCTY_ARG(PCTY_STR("abc")));
    CHECK(strcmp(printed, "<|abc>") == 0);

    pcty_string *string = NULL;
    CHECK_OK(pcty_string_new(PCTY_STR("a\0b"), &string, NULL));
    CHECK(pcty_string_str(string).len == 3);
    CHECK(memcmp(pcty_string_cstr(string), "a\0b", 4) == 0);
    pcty_string_free(string);

    // NULL as a text argument is the empty text, which has an address.
    const pcty_str none = {NULL, 0};
    CHECK_OK(pcty_string_new(none, &string, NULL));
    CHECK(pcty_string_str(string).data != NULL && pcty_string_str(string).len == 0);
    CHECK(pcty_string_cstr(string)[0] == '\0');
    pcty_string_free(string);

    const pcty_str dangling = {NULL, 1};
    string = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_string_new(dangling, &string, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_string_new(PCTY_STR("a\xff"), &string, &error));
    CHECK(string == NULL);
    CHECK(pcty_string_new(PCTY_STR("\xed\xa0\x80"), &string, NULL) == PCTY_ERROR_INVALID_UTF8);

    CHECK_STR(pcty_status_name(PCTY_OK), "ok");
    CHECK_STR(pcty_status_name(PCTY_ERROR_INTERNAL), "internal");
    CHECK_STR(pcty_status_name(UINT32_MAX), "unnamed");

    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PCTY_VERSION_MAJOR, PCTY_VERSION_MINOR,
             PCTY_VERSION_PATCH);
    CHECK_STR(pcty_version(), version);
    CHECK(pcty_abi_version() == PCTY_ABI_VERSION);
    return 0;
}
