// Functions of the host: the call protocol, violations of the contract, and exactly one release of
// user data.

#include "check.h"

#include <pthread.h>

// The state of the callbacks of one function: their inputs and counters.
typedef struct {
    int calls;
    int type_calls;
    int destroyed;
    pcty_status fails_with;
    bool with_error;
    bool without_result;
    const pcty_value *result;
} host;

static void destroy_host(void *data) {
    ((host *)data)->destroyed++;
}

static pcty_status add(void *user_data, const pcty_value *const *args, size_t count,
                       const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    int64_t sum = 0;
    if (user_data != NULL) {
        ((host *)user_data)->calls++;
    }
    CHECK(pcty_type_equal(return_type, pcty_type_number()));
    CHECK(*out == NULL && *error == NULL);
    for (size_t i = 0; i < count; i++) {
        int64_t next = 0;
        pcty_status status = pcty_value_as_int64(args[i], &next, error);
        if (status != PCTY_OK) {
            return status;
        }
        sum += next;
    }
    *out = pcty_value_number_from_int64(sum);
    return PCTY_OK;
}

// Returns the result that the host specifies.
static pcty_status obey(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    host *told = user_data;
    (void)return_type;
    told->calls++;
    if (told->with_error) {
        *error = pcty_error_new(told->fails_with, PCTY_STR("must be even"));
        CHECK_OK(prepend_step(*error, pcty_str_from_cstr(NULL), NULL, 1));
        CHECK_OK(set_argument(*error, 2));
    }
    if (told->fails_with == PCTY_OK && !told->without_result) {
        *out = pcty_value_clone(told->result != NULL || count == 0 ? told->result : args[0]);
    }
    return told->fails_with;
}

static pcty_status type_of_first(void *user_data, const pcty_value *const *args, size_t count,
                                 pcty_type **out, pcty_error **error) {
    host *told = user_data;
    told->type_calls++;
    if (count == 0) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("at least one is required"));
        return PCTY_ERROR_CALLBACK;
    }
    *out = pcty_type_clone(pcty_value_type(args[0]));
    return PCTY_OK;
}

static pcty_parameter parameter(const pcty_type *ty, pcty_parameter_flags flags) {
    pcty_parameter made = PCTY_PARAMETER_INIT;
    made.name = PCTY_STR("p");
    made.type = ty;
    made.flags = flags;
    return made;
}

static pcty_function *function(const pcty_function_spec *spec) {
    pcty_function *made = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_function_new(spec, &made, &error));
    CHECK(made != NULL && error == NULL);
    return made;
}

// A function of `count` numbers.
static pcty_function_spec numbers(const pcty_parameter *parameters, size_t count, host *data) {
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.parameters = parameters;
    spec.parameter_count = count;
    spec.return_type = pcty_type_number();
    spec.implementation = add;
    spec.user_data = data;
    spec.destroy = destroy_host;
    return spec;
}

static pcty_value *call1(const pcty_function *called, const pcty_value *arg) {
    pcty_value *out = NULL;
    CHECK_OK(pcty_function_call(called, &arg, 1, &out, NULL));
    CHECK(out != NULL);
    return out;
}

static int64_t int64_of(const pcty_value *value) {
    int64_t read = -1;
    CHECK_OK(pcty_value_as_int64(value, &read, NULL));
    return read;
}

static void calls_and_is_described(void) {
    host data = {0};
    pcty_parameter two[] = {parameter(pcty_type_number(), 0),
                            parameter(pcty_type_number(), PCTY_PARAMETER_ALLOW_MARKED)};
    pcty_parameter more = parameter(pcty_type_number(), PCTY_PARAMETER_ALLOW_NULL);
    two[1].name = PCTY_STR("b");
    two[1].description = PCTY_STR("the second");
    pcty_function_spec spec = numbers(two, 2, &data);
    spec.description = PCTY_STR("adds");
    pcty_function *plain = function(&spec);
    spec.variadic = &more;
    spec.user_data = NULL;
    spec.destroy = NULL;
    pcty_function *open = function(&spec);

    pcty_value *one = pcty_value_number_from_int64(1);
    pcty_value *forty = pcty_value_number_from_int64(40);
    const pcty_value *args[] = {one, forty, one};
    pcty_value *out = NULL;
    CHECK_OK(pcty_function_call(plain, args, 2, &out, NULL));
    CHECK(int64_of(out) == 41 && data.calls == 1);
    pcty_value_free(out);
    out = NULL;
    CHECK_OK(pcty_function_call(open, args, 3, &out, NULL));
    CHECK(int64_of(out) == 42);
    pcty_value_free(out);
    out = NULL;

    pcty_error *error = NULL;
    CHECK(pcty_function_call(plain, args, 3, &out, &error) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_STR(pcty_error_message(error), "wrong number of arguments (2 required; 3 given)");
    pcty_error_free(error);
    args[1] = NULL;
    CHECK(pcty_function_call(plain, args, 2, &out, &error) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_STR(pcty_error_message(error), "`arguments[1]` is NULL");
    pcty_error_free(error);
    CHECK(out == NULL && data.calls == 1);

    CHECK_STR(function_info(plain).description, "adds");
    CHECK(function_info(plain).parameter_count == 2);
    pcty_parameter got = PCTY_PARAMETER_INIT;
    CHECK_OK(pcty_function_parameter_at(plain, 1, &got, NULL));
    CHECK_STR(got.name, "b");
    CHECK_STR(got.description, "the second");
    CHECK(got.flags == PCTY_PARAMETER_ALLOW_MARKED);
    CHECK(pcty_type_equal(got.type, pcty_type_number()));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_function_parameter_at(plain, 2, &got, &error));
    CHECK(!function_info(plain).is_variadic && function_info(open).is_variadic);
    size_t last = function_info(open).parameter_count;
    CHECK_OK(pcty_function_parameter_at(open, last, &got, NULL));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_function_parameter_at(open, last + 1, &got, &error));
    CHECK(got.flags == PCTY_PARAMETER_ALLOW_NULL);
    got.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_function_parameter_at(open, last, &got, &error));
    CHECK(pcty_type_equal(function_info(plain).fixed_return_type, pcty_type_number()));

    pcty_function *clone = pcty_function_clone(plain);
    pcty_function_free(plain);
    CHECK(data.destroyed == 0);
    pcty_function_free(clone);
    CHECK(data.destroyed == 1);
    pcty_function_free(open);
    pcty_value_free(one);
    pcty_value_free(forty);
}

static void marks_and_unknowns_go_around(void) {
    host data = {0};
    pcty_parameter one = parameter(pcty_type_number(), 0);
    pcty_function_spec spec = numbers(&one, 1, &data);
    spec.refine = PCTY_REFINE_NOT_NULL;
    pcty_function *same = function(&spec);

    pcty_value *five = pcty_value_number_from_int64(5);
    pcty_value *marked = NULL;
    CHECK_OK(pcty_value_mark(five, PCTY_STR("secret"), &marked, NULL));
    pcty_value *out = call1(same, marked);
    CHECK(data.calls == 1 && pcty_value_has(out, PCTY_VALUE_MARKED));
    CHECK(int64_of(pcty_value_unmarked(out)) == 5);
    pcty_value_free(out);

    // The marks of an unknown value are kept too, and the result is known to be not null.
    pcty_value *unknown = pcty_value_unknown(pcty_type_number());
    pcty_value *marked_unknown = NULL;
    CHECK_OK(pcty_value_mark(unknown, PCTY_STR("secret"), &marked_unknown, NULL));
    out = call1(same, marked_unknown);
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    CHECK(pcty_value_state(out) == PCTY_STATE_UNKNOWN && pcty_value_has(out, PCTY_VALUE_MARKED));
    CHECK_OK(pcty_value_refinement(out, &known, NULL));
    CHECK(known.not_null && data.calls == 1);
    pcty_value_free(out);

    // An unknown value with refinements promises more about the result.
    pcty_value *promise = NULL, *hundred = pcty_value_number_from_int64(100);
    pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
    CHECK_OK(refine_number_max(builder, hundred, true, NULL));
    CHECK_OK(pcty_refinement_builder_build(builder, &promise, NULL));
    pcty_refinement_builder_free(builder);
    spec.promise = promise;
    host counted = {0};
    spec.user_data = &counted;
    pcty_function *bounded = function(&spec);
    out = call1(bounded, unknown);
    CHECK(pcty_value_state(out) == PCTY_STATE_UNKNOWN);
    CHECK_OK(pcty_value_refinement(out, &known, NULL));
    CHECK(known.not_null && known.kind == PCTY_REFINEMENT_NUMBER);
    pcty_value_free(out);
    pcty_function_free(bounded);
    spec.promise = hundred;
    pcty_function *refused = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_function_new(&spec, &refused, &error));
    CHECK(refused == NULL && counted.destroyed == 2);
    pcty_value_free(promise);
    pcty_value_free(hundred);

    // An unknown value of an unknown type makes the result type unknown.
    pcty_value *dynamic = pcty_value_dynamic();
    out = call1(same, dynamic);
    CHECK(pcty_type_kind(pcty_value_type(out)) == PCTY_KIND_ANY && data.calls == 1);
    pcty_value_free(out);

    pcty_value *null = pcty_value_null(pcty_type_number());
    pcty_value *text = NULL;
    pcty_error *error = NULL;
    const pcty_value *args[1] = {null};
    out = NULL;
    CHECK(pcty_function_call(same, args, 1, &out, &error) == PCTY_ERROR_NULL);
    CHECK(error_info(error).has_argument && error_info(error).argument == 0);
    pcty_error_free(error);
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &text, NULL));
    args[0] = text;
    CHECK(pcty_function_call(same, args, 1, &out, &error) == PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "number required, but received string");
    CHECK(pcty_type_equal(error_info(error).expected, pcty_type_number()));
    CHECK(pcty_type_equal(error_info(error).found, pcty_type_string()));
    pcty_error_free(error);
    CHECK(out == NULL && data.calls == 1);

    pcty_value_free(text);
    pcty_value_free(null);
    pcty_value_free(dynamic);
    pcty_value_free(marked_unknown);
    pcty_value_free(unknown);
    pcty_value_free(marked);
    pcty_value_free(five);
    pcty_function_free(same);
    CHECK(data.destroyed == 1);
}

static void the_return_type_is_found(void) {
    host data = {0};
    pcty_parameter any = parameter(pcty_type_any(), 0);
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.variadic = &any;
    spec.return_type_callback = type_of_first;
    spec.implementation = obey;
    spec.user_data = &data;
    spec.destroy = destroy_host;
    pcty_function *first = function(&spec);
    CHECK(function_info(first).fixed_return_type == NULL);

    pcty_type *found = NULL;
    const pcty_type *types[] = {pcty_type_bool()};
    CHECK_OK(pcty_function_return_type_for_types(first, types, 1, &found, NULL));
    CHECK(pcty_type_equal(found, pcty_type_bool()));
    pcty_type_free(found);
    found = NULL;
    CHECK_FAILS(PCTY_ERROR_CALLBACK,
                pcty_function_return_type_for_types(first, NULL, 0, &found, &error));
    pcty_value *yes = pcty_value_bool(true);
    const pcty_value *args[] = {yes};
    CHECK_OK(pcty_function_return_type_for_values(first, args, 1, &found, NULL));
    CHECK(pcty_type_equal(found, pcty_type_bool()));
    pcty_type_free(found);
    CHECK(data.type_calls == 3 && data.calls == 0);
    pcty_value *out = call1(first, yes);
    CHECK(pcty_value_equal(out, yes) && data.type_calls == 4 && data.calls == 1);
    pcty_value_free(out);
    pcty_value_free(yes);
    pcty_function_free(first);
    CHECK(data.destroyed == 1);
}

static void count_destroyed(void *data) {
    (*(int *)data)++;
}

// Fills both outputs, and returns the status that its data names.
static pcty_status fill_both(void *user_data, const pcty_value *const *args, size_t count,
                             const pcty_type *return_type, pcty_value **out,
                             pcty_error **error) {
    host *told = user_data;
    (void)args;
    (void)count;
    (void)return_type;
    *out = pcty_value_clone(told->result);
    *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("both"));
    return told->fails_with;
}

// The output that does not belong to the status is freed.
static void a_callback_that_fills_both_outputs_leaks_nothing(void) {
    int destroyed = 0;
    pcty_type *type = NULL;
    pcty_value *capsule = NULL;
    CHECK_OK(pcty_type_capsule(PCTY_STR("counted"), NULL, &type, NULL));
    CHECK_OK(pcty_value_capsule(type, &destroyed, count_destroyed, &capsule, NULL));
    host data = {0};
    data.result = capsule;
    pcty_parameter any = parameter(pcty_type_any(), 0);
    pcty_function_spec spec = numbers(&any, 1, &data);
    spec.implementation = fill_both;
    spec.return_type = type;
    pcty_function *both = function(&spec);
    const pcty_value *args[] = {capsule};
    pcty_value *out = NULL;
    pcty_error *error = NULL;

    data.fails_with = PCTY_ERROR_CALLBACK;
    CHECK(pcty_function_call(both, args, 1, &out, &error) == PCTY_ERROR_CALLBACK);
    CHECK_STR(pcty_error_message(error), "both");
    pcty_error_free(error);
    data.fails_with = PCTY_OK;
    CHECK_OK(pcty_function_call(both, args, 1, &out, &error));
    pcty_value_free(out);

    pcty_function_free(both);
    CHECK(destroyed == 0);
    pcty_value_free(capsule);
    CHECK(destroyed == 1);
    pcty_type_free(type);
}

static void what_callbacks_do_wrong_is_told(void) {
    host data = {0};
    pcty_parameter any = parameter(pcty_type_any(), 0);
    pcty_function_spec spec = numbers(&any, 1, &data);
    spec.implementation = obey;
    spec.refine = PCTY_REFINE_NOT_NULL;
    pcty_function *obedient = function(&spec);
    pcty_value *text = NULL;
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &text, NULL));
    const pcty_value *args[] = {text};

    // A result of a wrong type.
    CHECK(pcty_function_call(obedient, args, 1, &out, &error) == PCTY_ERROR_MISBEHAVED);
    CHECK_STR(pcty_error_message(error),
              "the function returned a value that does not conform to its return type: "
              "number required, but received string");
    pcty_error_free(error);
    // A null, despite the promise of no null.
    pcty_value *null = pcty_value_null(pcty_type_number());
    data.result = null;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_function_call(obedient, args, 1, &out, &error));
    pcty_value_free(null);
    // Success without a result.
    data.without_result = true;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_function_call(obedient, args, 1, &out, &error));
    // Failure without an error, and with a status that has no constant.
    data.fails_with = PCTY_ERROR_NOT_FOUND;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_function_call(obedient, args, 1, &out, &error));
    data.fails_with = 99;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_function_call(obedient, args, 1, &out, &error));
    // An error made by the function, with a path and an argument.
    data.fails_with = PCTY_ERROR_CALLBACK;
    data.with_error = true;
    CHECK(pcty_function_call(obedient, args, 1, &out, &error) == PCTY_ERROR_CALLBACK);
    CHECK(error_info(error).has_argument && error_info(error).argument == 2);
    CHECK_STRING(pcty_error_format(error, PCTY_NOTATION_LINE), "[1]: must be even");
    pcty_error_free(error);
    CHECK(pcty_function_call(obedient, args, 1, &out, NULL) == PCTY_ERROR_CALLBACK);
    CHECK(out == NULL && data.calls == 7);

    pcty_value_free(text);
    pcty_function_free(obedient);
    CHECK(data.destroyed == 1);
}

static void a_failed_registration_releases_too(void) {
    host data = {0};
    pcty_parameter two[] = {parameter(pcty_type_number(), 0), parameter(pcty_type_number(), 0)};
    pcty_function_spec good = numbers(two, 2, &data), spec;
    pcty_function *made = NULL;
    int destroyed = 0;

#define REFUSED(change)                                                                 \
    do {                                                                                \
        spec = good;                                                                    \
        change;                                                                         \
        CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_function_new(&spec, &made, &error)); \
        CHECK(made == NULL && data.destroyed == ++destroyed);                           \
    } while (0)

    REFUSED(spec.implementation = NULL);
    REFUSED(spec.return_type = NULL);
    REFUSED(spec.return_type_callback = type_of_first);
    REFUSED(spec.refine = 6);
    REFUSED(spec.parameters = NULL);
    two[1].flags = 16;
    REFUSED((void)0);
    two[1].flags = 0;
    two[1].type = NULL;
    REFUSED((void)0);
    two[1].type = pcty_type_number();
    two[1].struct_size++;
    REFUSED((void)0);
    two[1].struct_size = two[0].struct_size = 4;
    REFUSED((void)0);
    two[1].struct_size = two[0].struct_size = sizeof(pcty_parameter);
    spec = good;
    spec.description = PCTY_STR("\xff");
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_function_new(&spec, &made, &error));
    CHECK(data.destroyed == ++destroyed);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_function_new(&good, NULL, &error));
    CHECK(data.destroyed == ++destroyed);

    // A struct with an unknown size is not read.
    good.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_function_new(&good, &made, &error));
    CHECK(made == NULL && data.destroyed == destroyed);
}

// A parameter of a later version, with an additional field at the end.
typedef struct {
    pcty_parameter known;
    void *later;
} later_parameter;

static void structs_may_grow(void) {
    later_parameter two[2];
    for (int i = 0; i < 2; i++) {
        two[i].known = parameter(pcty_type_number(), 0);
        two[i].known.struct_size = sizeof(later_parameter);
        two[i].later = NULL;
    }
    pcty_function_spec spec = numbers(&two[0].known, 2, NULL);
    spec.destroy = NULL;
    pcty_function *sum = function(&spec);
    CHECK(function_info(sum).parameter_count == 2);
    pcty_value *one = pcty_value_number_from_int64(1);
    const pcty_value *args[] = {one, one};
    pcty_value *out = NULL;
    CHECK_OK(pcty_function_call(sum, args, 2, &out, NULL));
    CHECK(int64_of(out) == 2);
    pcty_value_free(out);
    pcty_value_free(one);
    pcty_function_free(sum);
}

// Calls the function in its user data: callbacks may call the library.
static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    (void)return_type;
    CHECK(count == 1);
    const pcty_value *both[] = {args[0], args[0]};
    return pcty_function_call(user_data, both, 2, out, error);
}

static void free_function(void *data) {
    pcty_function_free(data);
}

static void callbacks_may_call_the_library(void) {
    host data = {0};
    pcty_parameter two[] = {parameter(pcty_type_number(), 0), parameter(pcty_type_number(), 0)};
    pcty_function_spec spec = numbers(two, 2, &data);
    pcty_function_spec outer = numbers(two, 1, NULL);
    outer.implementation = twice;
    outer.user_data = function(&spec);
    outer.destroy = free_function;
    pcty_function *doubled = function(&outer);
    pcty_value *four = pcty_value_number_from_int64(4);
    pcty_value *out = call1(doubled, four);
    CHECK(int64_of(out) == 8 && data.calls == 1);
    pcty_value_free(out);
    pcty_value_free(four);
    pcty_function_free(doubled);
    CHECK(data.destroyed == 1);
}

// A clone of the function for each thread: the thread that drops the last reference releases it.
static void *call_often(void *data) {
    pcty_function *shared = data;
    for (int i = 0; i < 1000; i++) {
        pcty_value *number = pcty_value_number_from_int64(i);
        pcty_value *out = call1(shared, number);
        CHECK(int64_of(out) == i);
        pcty_value_free(out);
        pcty_value_free(number);
    }
    pcty_function_free(shared);
    return NULL;
}

static pcty_status same(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    CHECK(user_data != NULL && count == 1 && return_type != NULL && *error == NULL);
    *out = pcty_value_clone(args[0]);
    return PCTY_OK;
}

static void threads_share_a_function(void) {
    host data = {0};
    pcty_parameter one = parameter(pcty_type_number(), 0);
    pcty_function_spec spec = numbers(&one, 1, &data);
    spec.implementation = same;
    pcty_function *shared = function(&spec);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_create(&threads[i], NULL, call_often, pcty_function_clone(shared)) == 0);
    }
    pcty_function_free(shared);
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(data.destroyed == 1);
}

int main(void) {
    calls_and_is_described();
    marks_and_unknowns_go_around();
    the_return_type_is_found();
    what_callbacks_do_wrong_is_told();
    a_callback_that_fills_both_outputs_leaks_nothing();
    a_failed_registration_releases_too();
    structs_may_grow();
    callbacks_may_call_the_library();
    threads_share_a_function();
    return 0;
}
