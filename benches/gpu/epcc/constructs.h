/* What both programs measure: each construct, how often it is repeated, whether its time is divided by the threads
 * that pass one after the other (critical, lock, ordered) or by the tasks, what the program by hand does instead, and
 * how the threads' work is checked. */
#ifndef CONSTRUCTS_H
#define CONSTRUCTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum passes { TOGETHER, EACH_PASSES };
/* Nothing that is seen; each iteration of a loop with EACH iterations a thread once; each thread counted once. */
enum check { UNSEEN, ITERATIONS, PASSES };
enum { EACH = 4, REPEATS = 5, ARRAY = 16 };

#define CONSTRUCTS(X)                                                                                                  \
    X(target, 500, TOGETHER, target, UNSEEN)                                                                           \
    X(parallel, 2000, TOGETHER, parallel, UNSEEN)                                                                      \
    X(parallel_private, 1000, TOGETHER, parallel_private, UNSEEN)                                                      \
    X(parallel_firstprivate, 1000, TOGETHER, parallel_firstprivate, UNSEEN)                                            \
    X(parallel_for, 1000, TOGETHER, parallel_for, UNSEEN)                                                              \
    X(parallel_sections, 1000, TOGETHER, parallel_sections, UNSEEN)                                                    \
    X(parallel_reduction, 500, TOGETHER, parallel_reduction, UNSEEN)                                                   \
    X(for_static, 1000, TOGETHER, for_strided, ITERATIONS)                                                             \
    X(for_static_1, 1000, TOGETHER, for_strided, ITERATIONS)                                                           \
    X(for_static_2, 1000, TOGETHER, for_pieces, ITERATIONS)                                                            \
    X(for_dynamic_1, 400, TOGETHER, for_dynamic_1, ITERATIONS)                                                         \
    X(for_dynamic_4, 400, TOGETHER, for_dynamic_4, ITERATIONS)                                                         \
    X(for_guided, 400, TOGETHER, for_guided, ITERATIONS)                                                               \
    X(for_guided_4, 400, TOGETHER, for_guided, ITERATIONS)                                                             \
    X(for_nowait, 1000, TOGETHER, for_nowait, ITERATIONS)                                                              \
    X(for_lastprivate, 1000, TOGETHER, for_last, ITERATIONS)                                                           \
    X(for_simd, 1000, TOGETHER, for_strided, ITERATIONS)                                                               \
    X(for_collapse, 1000, TOGETHER, for_strided, UNSEEN)                                                               \
    X(for_cancellation_point, 1000, TOGETHER, for_strided, ITERATIONS)                                                 \
    X(loop, 1000, TOGETHER, for_stored, UNSEEN)                                                                        \
    X(sections, 1000, TOGETHER, sections, UNSEEN)                                                                      \
    X(barrier, 2000, TOGETHER, barrier, UNSEEN)                                                                        \
    X(inner_barrier, 2000, TOGETHER, barrier, UNSEEN)                                                                  \
    X(flush, 1000, TOGETHER, flush, UNSEEN)                                                                            \
    X(single, 1000, TOGETHER, single, UNSEEN)                                                                          \
    X(single_nowait, 1000, TOGETHER, one, UNSEEN)                                                                      \
    X(copyprivate, 1000, TOGETHER, copyprivate, UNSEEN)                                                                \
    X(masked, 1000, TOGETHER, one, UNSEEN)                                                                             \
    X(scope, 1000, TOGETHER, barrier, UNSEEN)                                                                          \
    X(critical, 20, EACH_PASSES, lock, PASSES)                                                                         \
    X(atomic, 200, TOGETHER, atomic, PASSES)                                                                           \
    X(atomic_capture, 200, TOGETHER, atomic_capture, PASSES)                                                           \
    X(lock, 20, EACH_PASSES, lock, PASSES)                                                                             \
    X(nest_lock, 20, EACH_PASSES, nest_lock, PASSES)                                                                   \
    X(ordered, 100, EACH_PASSES, ordered, UNSEEN)                                                                      \
    X(reduction, 500, TOGETHER, reduction, UNSEEN)                                                                     \
    X(reduction_array, 500, TOGETHER, reduction_array, UNSEEN)                                                         \
    X(reduction_scope, 500, TOGETHER, reduction, UNSEEN)                                                               \
    X(scan, 500, TOGETHER, scan, UNSEEN)                                                                               \
    X(tasks, 50, EACH_PASSES, tasks, UNSEEN)                                                                           \
    X(taskloop, 50, EACH_PASSES, tasks, UNSEEN)                                                                        \
    X(taskgroup, 50, EACH_PASSES, own_work, UNSEEN)                                                                    \
    X(taskwait, 50, EACH_PASSES, own_work, UNSEEN)

/* Teams of so many threads. */
static const int sizes[] = {1, 2, 5, 32, 33, 64, 95, 96, 128, 256, 500, 512, 992};

/* `test` or `large`, the first word of the command line: how many of the sizes, and what part of the repetitions. */
static int count_of_sizes = sizeof sizes / sizeof *sizes, part = 1;

static inline void read_size(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "test") == 0) {
        count_of_sizes = 5;
        part = 100;
    } else if (argc != 2 || strcmp(argv[1], "large") != 0) {
        fprintf(stderr, "usage: %s test|large\n", argv[0]);
        exit(2);
    }
}

static inline int rounds_of(int all)
{
    return all / part ? all / part : 1;
}

/* Says what was measured, which all programs print alike, and the time of one construct. A construct that takes nothing,
 * such as a barrier of one thread, may come out below nothing by the noise of the loop without it. */
static inline void tell(const char *name, int threads, double seconds, int rounds, enum passes passes)
{
    if (seconds < 0)
        seconds = 0;
    printf("%s %d\n", name, threads);
    printf("@ point %s %d %.6e\n", name, threads, seconds / rounds / (passes == EACH_PASSES ? threads : 1));
}

#endif
