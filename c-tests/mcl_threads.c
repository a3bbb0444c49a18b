// Eight threads announce events to mcl programs that run on other threads, and each compiles and
// runs a program of its own. They continue while a program fails and ends. Calls that only one
// thread at a time may make fail on the others.

#include "check.h"

#include <pthread.h>

enum { THREADS = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t count;
static pcty_mcl_sender *followed;
static int woken;

static pcty_status count_events(void *user_data, const pcty_value *const *args, size_t arguments,
                                const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && args != NULL && arguments == 0 && type != NULL && *error == NULL);
    pthread_mutex_lock(&lock);
    *out = pcty_value_integer_from_int64(count);
    pthread_mutex_unlock(&lock);
    return PCTY_OK;
}

static void forget(void *user_data, const pcty_mcl_sender *sender) {
    CHECK(user_data == NULL && pcty_mcl_sender_id(sender) == pcty_mcl_sender_id(followed));
    pcty_mcl_sender_free(followed);
    followed = NULL;
}

static pcty_status follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t arguments, const pcty_mcl_sender *sender, pcty_error **error) {
    CHECK(user_data == NULL && function.len > 0 && args != NULL && arguments == 0);
    CHECK(*error == NULL && followed == NULL);
    followed = pcty_mcl_sender_clone(sender);
    return PCTY_OK;
}

static void wake(void *user_data) {
    CHECK(user_data == NULL);
    pthread_mutex_lock(&lock);
    woken++;
    pthread_mutex_unlock(&lock);
}

static pcty_mcl_host *host_of_events(void) {
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.name = PCTY_STR("events");
    spec.signature = PCTY_STR("func() int");
    spec.call = count_events;
    spec.follow = follow;
    spec.unfollow = forget;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    CHECK_OK(pcty_mcl_host_add_kinds(
        host, PCTY_STR("{\"kind\": \"note\", \"fields\": [{\"lang\": \"size\", \"type\": \"int\"}]}"),
        NULL));
    return host;
}

static const pcty_mcl_host *shared_host;

static void *announce(void *argument) {
    pcty_mcl_sender *sender = (pcty_mcl_sender *)argument;
    for (long i = rounds(2000); i > 0; i--) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
        pcty_mcl_sender_send(sender);
    }
    pcty_mcl_sender_free(sender);
    // And a program of the thread itself.
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_progress progress;
    CHECK_OK(pcty_mcl_program_compile_text(PCTY_STR("note \"a\" { size => 1 + 2, }\n"),
                                           PCTY_STR("own.mcl"), shared_host, &program, NULL));
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    CHECK(progress == PCTY_MCL_PROGRESS_CHANGED);
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_program_free(program);
    return NULL;
}

static int64_t size_of(const pcty_mcl_runtime *runtime) {
    pcty_mcl_resources *resources = NULL;
    int64_t size;
    CHECK_OK(pcty_mcl_runtime_resources(runtime, &resources, NULL));
    CHECK(mcl_resources_info(resources).count == 1);
    const pcty_mcl_resource *note = pcty_mcl_resources_at(resources, 0);
    CHECK_OK(pcty_value_as_int64(pcty_mcl_resource_field_get(note, PCTY_STR("size")), &size, NULL));
    pcty_mcl_resources_free(resources);
    return size;
}

// A runtime after its first step, with all ways of wake-up.
static pcty_mcl_runtime *started(const pcty_mcl_program *program) {
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_progress progress;
    int32_t descriptor;
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    CHECK_OK(pcty_mcl_runtime_set_wake(runtime, wake, NULL, NULL, NULL));
    CHECK_OK(pcty_mcl_runtime_descriptor(runtime, &descriptor, NULL));
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    CHECK(progress == PCTY_MCL_PROGRESS_CHANGED && followed != NULL);
    return runtime;
}

// Announces, and fails in between, whether the runtime still exists or not.
static void *announce_and_fail(void *argument) {
    pcty_mcl_sender *sender = (pcty_mcl_sender *)argument;
    pcty_error *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("gone"));
    for (long i = rounds(2000); i > 0; i--) {
        pcty_mcl_sender *other = pcty_mcl_sender_clone(sender);
        pcty_mcl_sender_free(sender);
        sender = other;
        pcty_mcl_sender_send(sender);
        if (i % 500 == 1) {
            pcty_mcl_sender_fail(sender, error);
        }
    }
    pcty_error_free(error);
    pcty_mcl_sender_free(sender);
    return NULL;
}

// The runtime ends while the threads continue.
static void ending(const pcty_mcl_program *program) {
    pthread_t threads[THREADS];
    pcty_mcl_runtime *runtime = started(program);
    pcty_mcl_progress progress;
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, announce_and_fail, pcty_mcl_sender_clone(followed)) ==
              0);
    }
    pcty_status status;
    do {
        status = pcty_mcl_runtime_step(runtime, &progress, NULL);
    } while (status == PCTY_OK);
    CHECK(status == PCTY_ERROR_CALLBACK);
    pcty_mcl_runtime_free(runtime);
    CHECK(followed == NULL);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

// Steps a runtime that other threads also step.
static void *step_too(void *argument) {
    pcty_mcl_runtime *runtime = (pcty_mcl_runtime *)argument;
    for (long i = rounds(2000) / 4; i > 0; i--) {
        pcty_mcl_progress progress;
        pcty_mcl_resources *resources = NULL;
        pcty_status stepped = pcty_mcl_runtime_step(runtime, &progress, NULL);
        pcty_status asked = pcty_mcl_runtime_resources(runtime, &resources, NULL);
        CHECK(stepped == PCTY_OK || stepped == PCTY_ERROR_INVALID_ARGUMENT);
        CHECK(asked == (resources != NULL ? PCTY_OK : PCTY_ERROR_INVALID_ARGUMENT));
        pcty_mcl_resources_free(resources);
        pcty_mcl_runtime_set_time(runtime, i);
    }
    return NULL;
}

static void stepping(const pcty_mcl_program *program) {
    pthread_t threads[THREADS];
    pcty_mcl_runtime *runtime = started(program);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, step_too, runtime) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    pcty_mcl_runtime_free(runtime);
}

int main(void) {
    pcty_mcl_host *host = host_of_events();
    pcty_mcl_program *program = NULL;
    pcty_mcl_progress progress;
    pthread_t threads[THREADS];
    shared_host = host;
    CHECK_OK(pcty_mcl_program_compile_text(PCTY_STR("note \"n\" { size => events(), }\n"),
                                           PCTY_STR("main.mcl"), host, &program, NULL));
    pcty_mcl_runtime *runtime = started(program);
    CHECK(size_of(runtime) == 0);

    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, announce, pcty_mcl_sender_clone(followed)) == 0);
    }
    int64_t all = THREADS * (int64_t)rounds(2000), before = 0, now;
    do {
        CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
        now = size_of(runtime);
        CHECK(now >= before && (now > before) == (progress == PCTY_MCL_PROGRESS_CHANGED));
        before = now;
    } while (now < all);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(woken > 0);
    // After the end of the runtime, its senders have no effect.
    pcty_mcl_sender *late = pcty_mcl_sender_clone(followed);
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_sender_send(late);
    pcty_mcl_sender_free(late);
    ending(program);
    stepping(program);
    pcty_mcl_program_free(program);
    pcty_mcl_host_free(host);
    return 0;
}
