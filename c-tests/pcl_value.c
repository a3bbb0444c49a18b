// Values of PCL: deferred values with the host's data, their resolution, and members of unions.

#include "check.h"

static pcty_type *parsed(const char *notation) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_PCL, &type, NULL));
    return type;
}

static int destroyed;

static void destroy_data(void *data) {
    destroyed++;
    free(data);
}

static pcty_value *eventual(const pcty_type *type, int number) {
    int *data = malloc(sizeof *data);
    pcty_value *made = NULL;
    *data = number;
    CHECK_OK(pcty_pcl_value_deferred(type, data, destroy_data, &made, NULL));
    return made;
}

static void an_eventual_value_is_itself(void) {
    pcty_type *promised = parsed("promise(string)"), *wanted = parsed("output(int)");
    destroyed = 0;
    pcty_value *a = eventual(promised, 1), *b = eventual(promised, 1), *there = NULL;
    CHECK(pcty_value_equal(a, a) && !pcty_value_equal(a, b));
    CHECK(pcty_pcl_value_identity(a) != pcty_pcl_value_identity(b));
    void *data = NULL;
    CHECK_OK(pcty_pcl_value_data(a, &data, NULL));
    CHECK(*(int *)data == 1);

    // Conversions and marks keep the identity.
    pcty_value *converted = NULL, *marked = NULL;
    CHECK_OK(pcty_value_convert(a, wanted, PCTY_DIALECT_PCL, &converted, NULL));
    CHECK(pcty_pcl_value_identity(converted) == pcty_pcl_value_identity(a));
    CHECK(pcty_type_equal(pcty_value_type(converted), wanted));
    CHECK(pcty_type_equal(pcty_pcl_value_origin(converted), promised));
    CHECK_OK(pcty_value_mark(a, PCTY_STR("m"), &marked, NULL));
    CHECK(pcty_pcl_value_identity(marked) == pcty_pcl_value_identity(a));
    CHECK_FAILS(PCTY_ERROR_MARKED, pcty_pcl_value_data(marked, &data, &error));

    pcty_value *plain = pcty_value_bool(true);
    CHECK(pcty_pcl_value_identity(plain) == 0 && pcty_pcl_value_origin(plain) == NULL);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_pcl_value_data(plain, &data, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_convert(a, pcty_type_string(), PCTY_DIALECT_PCL,
                                                          &there, &error));
    pcty_value_free(plain);
    pcty_value_free(a);
    pcty_value_free(marked);
    CHECK(destroyed == 0);
    pcty_value_free(converted);
    CHECK(destroyed == 1);
    pcty_value_free(b);

    // A failed call has also taken the data.
    int *data_of_none = malloc(sizeof *data_of_none);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_pcl_value_deferred(pcty_type_string(), data_of_none,
                                                         destroy_data, &there, &error));
    CHECK(destroyed == 3 && there == NULL);
    pcty_type_free(wanted);
    pcty_type_free(promised);
}

// The data of the resolver: the values by their identity.
struct answers {
    pcty_value *values[3];
    int asked, destroyed;
};

static pcty_status answer(void *user_data, const pcty_value *eventual, pcty_value **out,
                          pcty_error **error) {
    struct answers *answers = user_data;
    void *data = NULL;
    answers->asked++;
    CHECK_OK(pcty_pcl_value_data(eventual, &data, NULL));
    CHECK(pcty_pcl_value_origin(eventual) != NULL && *out == NULL);
    *out = pcty_value_clone(answers->values[*(int *)data]);
    if (*out == NULL) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("gone"));
        return PCTY_ERROR_CALLBACK;
    }
    return PCTY_OK;
}

static pcty_status answer_nothing(void *user_data, const pcty_value *eventual, pcty_value **out,
                                  pcty_error **error) {
    CHECK(user_data == NULL && eventual != NULL && *out == NULL && *error == NULL);
    return PCTY_OK;
}

static pcty_status answer_itself(void *user_data, const pcty_value *eventual, pcty_value **out,
                                 pcty_error **error) {
    (void)user_data, (void)error;
    *out = pcty_value_clone(eventual);
    return PCTY_OK;
}

static void count_destruction(void *user_data) {
    ((struct answers *)user_data)->destroyed++;
}

static void values_are_resolved(void) {
    struct answers answers = {{NULL, NULL, NULL}, 0, 0};
    pcty_type *text = parsed("output(string)"), *whole = parsed("output(int)"), *type = NULL;
    pcty_value *parts[3], *server = NULL, *there = NULL, *list = NULL;
    parts[0] = eventual(text, 0), parts[1] = eventual(whole, 1), parts[2] = pcty_value_bool(true);
    answers.values[0] = pcty_value_number_from_int64(7);
    answers.values[1] = pcty_value_integer_from_int64(80);
    const pcty_str names[] = {PCTY_STR_INIT("id"), PCTY_STR_INIT("port"), PCTY_STR_INIT("up")};
    CHECK_OK(pcty_value_object(names, (const pcty_value *const *)parts, 3, &server, NULL));
    CHECK_OK(pcty_pcl_value_resolve(server, answer, &answers, count_destruction, &there, NULL));
    CHECK(answers.asked == 2 && answers.destroyed == 1);
    pcty_str read;
    CHECK_OK(pcty_value_as_string(pcty_value_attribute_get(there, PCTY_STR("id")), &read, NULL));
    CHECK_STR(read, "7");
    CHECK(pcty_value_equal(pcty_value_attribute_get(there, PCTY_STR("port")), answers.values[1]));
    CHECK(pcty_value_equal(pcty_value_attribute_get(there, PCTY_STR("up")), parts[2]));
    CHECK(pcty_pcl_type_deferred(pcty_value_type(there)) == PCTY_PCL_DEFERRED_NONE);
    pcty_value_free(there);
    there = NULL;

    // An error has the path, and user_data is released in any case.
    const pcty_value *servers[2];
    servers[0] = servers[1] = server;
    CHECK_OK(pcty_value_tuple(servers, 2, &list, NULL));
    pcty_value_free(answers.values[1]);
    answers.values[1] = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_pcl_value_resolve(list, answer, &answers, count_destruction, &there, &error) ==
          PCTY_ERROR_CALLBACK);
    CHECK_STR(pcty_error_message(error), "gone");
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[0].port");
    pcty_error_free(error);
    pcty_value_free(answers.values[0]);
    CHECK_OK(pcty_value_string(PCTY_STR("i-42"), &answers.values[0], NULL));
    answers.values[1] = pcty_value_clone(answers.values[0]);
    CHECK(pcty_pcl_value_resolve(list, answer, &answers, count_destruction, &there, &error) ==
          PCTY_ERROR_CONVERSION);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[0].port");
    pcty_error_free(error);
    CHECK(answers.destroyed == 3);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_pcl_value_resolve(NULL, answer, &answers,
                                                                count_destruction, &there, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_pcl_value_resolve(list, NULL, &answers,
                                                                count_destruction, &there, &error));
    CHECK(answers.destroyed == 5);
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED,
                pcty_pcl_value_resolve(list, answer_nothing, NULL, NULL, &there, &error));
    CHECK_FAILS(PCTY_ERROR_LIMIT,
                pcty_pcl_value_resolve(list, answer_itself, NULL, NULL, &there, &error));
    CHECK(there == NULL);

    pcty_value_free(answers.values[0]);
    pcty_value_free(answers.values[1]);
    pcty_value_free(list);
    pcty_value_free(server);
    for (int i = 0; i < 3; i++) {
        pcty_value_free(parts[i]);
    }
    pcty_type_free(type);
    pcty_type_free(whole);
    pcty_type_free(text);
}

static size_t chosen(const pcty_value *value, const pcty_type *members, pcty_value **out) {
    size_t member = 77;
    CHECK_OK(pcty_pcl_value_choose(value, members, out, &member, NULL));
    pcty_value *converted = NULL;
    CHECK_OK(pcty_value_convert(value, members, PCTY_DIALECT_PCL, &converted, NULL));
    CHECK(pcty_value_equal(converted, *out));
    pcty_value_free(converted);
    return member;
}

static void a_union_says_which_member_it_was(void) {
    pcty_type *members = parsed("union(int, list(string), none)");
    pcty_value *made = NULL, *text = NULL, *truth = pcty_value_bool(true), *tuple = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("8"), &text, NULL));
    CHECK(chosen(text, members, &made) == 0);
    CHECK(pcty_type_equal(pcty_value_type(made), pcty_type_integer()));
    pcty_value_free(made);
    const pcty_value *parts[1];
    parts[0] = truth;
    CHECK_OK(pcty_value_tuple(parts, 1, &tuple, NULL));
    CHECK(chosen(tuple, members, &made) == 1);
    pcty_value_free(made);
    pcty_value *null = pcty_value_null(pcty_type_string());
    CHECK(chosen(null, members, &made) == 2);
    CHECK(pcty_type_equal(pcty_value_type(made), pcty_type_none()));
    pcty_value_free(made);
    made = NULL;
    pcty_value_free(text);
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &text, NULL));
    size_t member = 77;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_pcl_value_choose(text, members, &made, &member, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_pcl_value_choose(text, pcty_type_string(), &made, &member, &error));
    CHECK(member == 77 && made == NULL);
    pcty_value_free(null);
    pcty_value_free(tuple);
    pcty_value_free(text);
    pcty_value_free(truth);
    pcty_type_free(members);
}

// A set contains each deferred value once, by its identity.
static void sets_go_by_identity(void) {
    pcty_type *type = parsed("output(bool)");
    pcty_value *a = eventual(type, 0), *b = eventual(type, 0), *set = NULL;
    const pcty_value *elements[3];
    elements[0] = a, elements[1] = b, elements[2] = a;
    size_t length = 0;
    CHECK_OK(pcty_value_set(elements, 3, &set, NULL));
    CHECK(pcty_value_length(set, &length) && length == 2);
    pcty_value_free(set);
    pcty_value_free(b);
    pcty_value_free(a);
    pcty_type_free(type);
}

int main(void) {
    an_eventual_value_is_itself();
    values_are_resolved();
    a_union_says_which_member_it_was();
    sets_go_by_identity();
    return 0;
}
