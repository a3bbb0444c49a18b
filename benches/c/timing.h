// Support for the programs that time the library: calls that must succeed, the median
// time of an operation, and a line for each figure, which contains its id, the size of the
// input and nanoseconds for an operation.
//
// Compiled with -DCOUNT and run by valgrind's callgrind, an operation is counted once instead
// of being timed, and its line ends with the number of the dump that contains the count.

#ifndef TIMING_H
#define TIMING_H

#include "polycty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef COUNT
#include <valgrind/callgrind.h>
#endif

static double seconds = 3;
static const char *wanted = "all";

static void fail(const char *what, pcty_error *error) {
    pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
    fprintf(stderr, "%s: %s\n", what, pcty_string_cstr(line));
    exit(1);
}

// Runs a call that must succeed.
#define MUST(call)                                                                       \
    do {                                                                                 \
        pcty_error *error = NULL;                                                        \
        if ((call) != PCTY_OK) {                                                         \
            fail(#call, error);                                                          \
        }                                                                                \
    } while (0)

static void expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        exit(1);
    }
}

typedef void (*operation)(void *);

#ifdef COUNT

static int dumps;

// Counts an operation after one that initializes one-time data.
static inline double time_per_operation(operation run, void *data) {
    run(data);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    run(data);
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    return ++dumps;
}

static int counted;

// A figure that is not a count has no dump and no line.
static inline void report(const char *id, int size, double dump) {
    if (dumps > counted) {
        printf("%s %d %d\n", id, size, (int)dump);
        counted = dumps;
    }
}

#else

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The number of runs.
#ifndef RUNS
#define RUNS 7
#endif

// The median of some runs. Each run repeats the operation for its share of the
// time. The operation frees its own results.
static inline double time_per_operation(operation run, void *data) {
    double times[RUNS];
    run(data);
    for (int i = 0; i < RUNS; i++) {
        double start = now(), elapsed;
        long count = 0, batch = 1;
        do {
            for (long j = 0; j < batch; j++) {
                run(data);
            }
            count += batch;
            elapsed = now() - start;
            batch = elapsed < seconds * 1e9 / (RUNS * 10) ? batch * 2 : batch;
        } while (elapsed < seconds * 1e9 / RUNS);
        times[i] = elapsed / (double)count;
    }
    qsort(times, RUNS, sizeof *times, by_size);
    return times[RUNS / 2];
}

static inline void report(const char *id, int size, double figure) {
    printf("%s %d %.1f\n", id, size, figure);
    fflush(stdout);
}

#endif

static bool selected(const char *id) {
    size_t len = strlen(wanted);
    return strcmp(wanted, "all") == 0 || strcmp(wanted, id) == 0 ||
           (strncmp(id, wanted, len) == 0 && id[len] == '.');
}

static void arguments(int argc, char **argv) {
    if (argc > 1) {
        wanted = argv[1];
    }
    if (argc > 2) {
        seconds = atof(argv[2]);
    }
}

#endif
