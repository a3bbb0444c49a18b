// Times operations in one thread and in two at once that share their data: types, values, a
// converter, an expression with its scope, functions; and, for comparison, one that does not access
// memory.
// Prints one line for each operation: its id, nanoseconds for one in a single thread, the same
// while a second thread works, and the throughput of the two threads relative to one.
//
// Each thread has its own processor, if there are two, and times short runs. With two threads, only
// those runs count in which the other thread made progress. So both figures exclude other load of
// the machine, and include the time that the threads wait for each other at shared memory.
//
//     threads all|decode|convert|... [SECONDS]

#define _GNU_SOURCE
#include "timing.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

// The data that the operations share.
static char *text;
static size_t text_len;
static pcty_type *list;
static pcty_value *items, *swapped;
static pcty_converter *converter;
static pcty_hcl_expression *expression;
static pcty_hcl_scope *scope;
static const pcty_function *upper;
static pcty_value *name;

static char *document(int n, bool is_swapped, size_t *len) {
    char *made = malloc((size_t)n * 128 + 16), *at = made;
    for (int i = 0; i < n; i++) {
        at += sprintf(at, "%c{\"name\":\"node-%05d\",\"port\":", i == 0 ? '[' : ',', i);
        at += sprintf(at, is_swapped ? "\"%d\"" : "%d", 1024 + i);
        at += sprintf(at, ",\"tags\":{\"env\":\"dev\",\"idx\":\"%d\"},\"enabled\":true}", i);
    }
    at += sprintf(at, "]");
    *len = (size_t)(at - made);
    return made;
}

static pcty_value *decoded(const char *json, size_t len, const pcty_type *type) {
    pcty_value *value = NULL;
    MUST(pcty_value_from_json((pcty_str){json, len}, type, &value, &error));
    return value;
}

static void decode(void) {
    pcty_value_free(decoded(text, text_len, list));
}

static void encode(void) {
    pcty_string *json = NULL;
    MUST(pcty_value_to_json(items, list, &json, &error));
    pcty_string_free(json);
}

static void convert(void) {
    pcty_value *value = NULL;
    MUST(pcty_converter_apply(converter, swapped, &value, &error));
    pcty_value_free(value);
}

static void evaluate(void) {
    pcty_value *value = NULL;
    MUST(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error));
    pcty_value_free(value);
}

static void call(void) {
    pcty_value *value = NULL;
    MUST(pcty_function_call(upper, (const pcty_value *const *)&name, 1, &value, &error));
    pcty_value_free(value);
}

static void copy(void) {
    pcty_value_free(pcty_value_clone(items));
}

// Arithmetic that keeps a processor busy, six steps at once. If two threads do less than twice as
// much of it, the machine is the limit.
static void reckon(void) {
    uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    for (int i = 0; i < 1000; i++) {
        a += b ^ 9, b += c ^ 7, c += d ^ 5, d += e ^ 3, e += f ^ 2, f += a ^ 1;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
}

// The number of repetitions of an operation in a run, which takes about a millisecond.
static const struct {
    const char *id;
    void (*run)(void);
    long batch;
} operations[] = {
    {"decode", decode, 1},     {"encode", encode, 2},  {"convert", convert, 1},
    {"evaluate", evaluate, 1}, {"call", call, 4000}, {"copy", copy, 10000},
    {"reckon", reckon, 500},
};

enum { MOST_RUNS = 20000, FEWEST_RUNS = 20 };

// The results of a thread, in separate cache lines.
struct worker {
    _Alignas(128) atomic_long done;
    void (*run)(void);
    long batch;
    int processor;
    const struct worker *other;
    double *runs;
    size_t count;
};

static atomic_bool over;

static void repeat(void (*run)(void), long batch) {
    for (long i = 0; i < batch; i++) {
        run();
    }
}

// Times runs until the main thread sets the end.
static void *work(void *data) {
    struct worker *worker = data;
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(worker->processor, &processors);
    // With a single processor, the scheduler decides.
    pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
    const struct worker *other = worker->other;
    while (!atomic_load(&over)) {
        long before = other == NULL ? 0 : atomic_load(&other->done);
        double start = now();
        repeat(worker->run, worker->batch);
        double elapsed = now() - start;
        atomic_fetch_add(&worker->done, 1);
        bool counts = other == NULL || atomic_load(&other->done) > before;
        if (counts && worker->count < MOST_RUNS) {
            worker->runs[worker->count++] = elapsed / (double)worker->batch;
        }
    }
    return NULL;
}

// The time of a run without interruptions: the first quartile of the runs of some threads.
static double per_operation(void (*run)(void), long batch, int threads) {
    static double runs[2][MOST_RUNS];
    static struct worker workers[2];
    pthread_t ids[2];
    atomic_store(&over, false);
    for (int i = 0; i < threads; i++) {
        workers[i] = (struct worker){.run = run, .batch = batch, .processor = i, .runs = runs[i],
                                     .other = threads == 1 ? NULL : &workers[1 - i]};
    }
    for (int i = 0; i < threads; i++) {
        expect(pthread_create(&ids[i], NULL, work, &workers[i]) == 0, "there is a thread");
    }
    nanosleep(&(struct timespec){(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)}, NULL);
    atomic_store(&over, true);
    double sum = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        expect(workers[i].count >= FEWEST_RUNS, "threads ran at once: give them more time");
        qsort(runs[i], workers[i].count, sizeof *runs[i], by_size);
        sum += runs[i][workers[i].count / 4];
    }
    return sum / threads;
}

int main(int argc, char **argv) {
    arguments(argc, argv);
    text = document(1000, false, &text_len);
    MUST(pcty_type_parse(
        PCTY_STR("list(object({name=string, port=number, tags=map(string), enabled=bool}))"),
        PCTY_DIALECT_HCL, &list, &error));
    items = decoded(text, text_len, list);
    size_t len;
    char *other = document(1000, true, &len);
    pcty_type *implied = NULL;
    MUST(pcty_type_implied_by_json((pcty_str){other, len}, &implied, &error));
    swapped = decoded(other, len, implied);
    MUST(pcty_converter_new(implied, list, PCTY_DIALECT_HCL, PCTY_SAFETY_UNSAFE, &converter,
                            &error));
    MUST(pcty_hcl_expression_parse(
        PCTY_STR("[for i, x in items : \"${i}:${upper(x.name)}=${x.port + 1}\" if x.enabled]"),
        PCTY_STR("threads.hcl"), NULL, PCTY_HCL_NATIVE, &expression, NULL, &error));
    upper = pcty_hcl_stdlib_get(PCTY_STR("upper"));
    scope = pcty_hcl_scope_new();
    MUST(pcty_hcl_scope_set_variable(scope, PCTY_STR("items"), items, &error));
    MUST(pcty_hcl_scope_set_function(scope, PCTY_STR("upper"), upper, &error));
    MUST(pcty_value_string(PCTY_STR("a name"), &name, &error));
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (selected(operations[i].id)) {
            double one = per_operation(operations[i].run, operations[i].batch, 1);
            double two = per_operation(operations[i].run, operations[i].batch, 2);
            printf("threads %-10s %12.0f ns alone %12.0f ns beside another %6.2fx\n",
                   operations[i].id, one, two, 2 * one / two);
            fflush(stdout);
        }
    }
    pcty_value_free(name);
    pcty_hcl_scope_free(scope);
    pcty_hcl_expression_free(expression);
    pcty_converter_free(converter);
    pcty_value_free(swapped);
    pcty_value_free(items);
    pcty_type_free(implied);
    pcty_type_free(list);
    free(other);
    free(text);
    return 0;
}
