/* The time of OpenMP's constructs after EPCC's micro-benchmarks, for teams of 1 to 992 threads: each is done many times
 * inside one target region. What is counted is the whole construct, with the implied barrier where it has one;
 * constructs of one thread after the other (critical, lock, ordered) are divided by the number of threads that pass,
 * tasks by the number of tasks. Prints what constructs.h says. epcc.twin.cu has the hand-written side. */
#include "constructs.h"
#include <omp.h>

static int sink[EACH * 1024], array[ARRAY], word, mixed;
static double value, values[4];
static omp_lock_t simple;
static omp_nest_lock_t nested;

#define PRAGMA(text) _Pragma(#text)

/* One parallel region of `threads` threads, in which all of them repeat a construct. */
#define IN_REGION(name, ...)                                                                         \
    static double name(int threads, int rounds)                                                      \
    {                                                                                                \
        double seconds = 0;                                                                          \
        PRAGMA(omp target parallel num_threads(threads) map(tofrom: seconds, word, mixed, value))    \
        {                                                                                            \
            int mine = 0;                                                                            \
            double start = omp_get_wtime();                                                          \
            for (int r = 0; r < rounds; r++) {                                                       \
                __VA_ARGS__                                                                          \
            }                                                                                        \
            PRAGMA(omp barrier)                                                                      \
            if (omp_get_thread_num() == 0)                                                           \
                seconds = omp_get_wtime() - start;                                                   \
            PRAGMA(omp atomic)                                                                       \
            mixed ^= mine;                                                                           \
        }                                                                                            \
        return seconds;                                                                              \
    }

#define LOOP(name, clauses)                                                                          \
    IN_REGION(name, PRAGMA(omp for clauses) for (int i = 0; i < EACH * threads; i++) mine ^= i + r;)

LOOP(for_static, )
LOOP(for_static_1, schedule(static, 1))
LOOP(for_static_2, schedule(static, 2))
LOOP(for_dynamic_1, schedule(dynamic, 1))
LOOP(for_dynamic_4, schedule(dynamic, 4))
LOOP(for_guided, schedule(guided))
LOOP(for_guided_4, schedule(guided, 4))
LOOP(for_nowait, nowait)
LOOP(for_lastprivate, lastprivate(word))
IN_REGION(for_simd, PRAGMA(omp for simd) for (int i = 0; i < EACH * threads; i++) mine ^= i + r;)
IN_REGION(for_collapse,
          PRAGMA(omp for collapse(2)) for (int i = 0; i < threads; i++)
              for (int j = 0; j < EACH; j++) mine ^= i + j + r;)
IN_REGION(for_cancellation_point, PRAGMA(omp for) for (int i = 0; i < EACH * threads; i++) {
    PRAGMA(omp cancellation point for)
    mine ^= i + r;
})
IN_REGION(loop, PRAGMA(omp loop bind(parallel)) for (int i = 0; i < EACH * threads; i++) sink[i] = i + r;)
IN_REGION(sections, PRAGMA(omp sections) {
    PRAGMA(omp section) sink[0] = r;
    PRAGMA(omp section) sink[1] = r;
    PRAGMA(omp section) sink[2] = r;
    PRAGMA(omp section) sink[3] = r;
})
IN_REGION(barrier, PRAGMA(omp barrier))
IN_REGION(flush, PRAGMA(omp flush))
IN_REGION(single, PRAGMA(omp single) word = r;)
IN_REGION(single_nowait, PRAGMA(omp single nowait) sink[omp_get_thread_num()] = r;)
IN_REGION(copyprivate, PRAGMA(omp single copyprivate(mine)) mine = r;)
IN_REGION(masked, PRAGMA(omp masked) word = r;)
IN_REGION(scope, PRAGMA(omp scope) mine ^= r;)
IN_REGION(critical, PRAGMA(omp critical) word++;)
IN_REGION(atomic, PRAGMA(omp atomic) word++;)
IN_REGION(atomic_capture, int old; PRAGMA(omp atomic capture) old = word++; mine ^= old;)
IN_REGION(nest_lock, omp_set_nest_lock(&nested); word++; omp_unset_nest_lock(&nested);)
IN_REGION(lock, omp_set_lock(&simple); word++; omp_unset_lock(&simple);)
IN_REGION(ordered,
          PRAGMA(omp for ordered schedule(static, 1)) for (int i = 0; i < threads; i++) {
              PRAGMA(omp ordered) word = i + r;
          })
IN_REGION(reduction, PRAGMA(omp for reduction(+: value)) for (int i = 0; i < threads; i++) value += i + r;)
IN_REGION(reduction_array, PRAGMA(omp for reduction(+: values)) for (int i = 0; i < threads; i++) values[i % 4] += i + r;)
IN_REGION(reduction_scope, PRAGMA(omp scope reduction(+: value)) value += mine + r;)
IN_REGION(scan, PRAGMA(omp for reduction(inscan, +: value)) for (int i = 0; i < threads; i++) {
    value += i + r;
    PRAGMA(omp scan inclusive(value))
    mine ^= value > 0;
})
IN_REGION(tasks, PRAGMA(omp single) for (int i = 0; i < threads; i++) {
    PRAGMA(omp task) sink[i] = i + r;
})
IN_REGION(taskloop, PRAGMA(omp single) {
    PRAGMA(omp taskloop grainsize(1)) for (int i = 0; i < threads; i++) sink[i] = i + r;
})
IN_REGION(taskgroup, PRAGMA(omp taskgroup) {
    PRAGMA(omp task) sink[omp_get_thread_num()] = r;
})
IN_REGION(taskwait, PRAGMA(omp task) sink[omp_get_thread_num()] = r; PRAGMA(omp taskwait))

/* Regions that the target region's own thread starts one after the other; what is in them is nothing that
 * the compiler can leave out. */
#define REGIONS(name, region)                                                                        \
    static double name(int threads, int rounds)                                                      \
    {                                                                                                \
        double seconds = 0;                                                                          \
        PRAGMA(omp target map(tofrom: seconds, word, mixed, value))                                  \
        {                                                                                            \
            int mine[ARRAY] = {rounds};                                                              \
            double start = omp_get_wtime();                                                          \
            for (int r = 0; r < rounds; r++) {                                                       \
                region                                                                               \
            }                                                                                        \
            seconds = omp_get_wtime() - start;                                                       \
            array[0] = mine[0];                                                                      \
        }                                                                                            \
        return seconds;                                                                              \
    }

REGIONS(parallel, PRAGMA(omp parallel num_threads(threads)) if (r == -1) sink[omp_get_thread_num()] = r;)
REGIONS(parallel_private, PRAGMA(omp parallel num_threads(threads) private(mine)) {
    mine[r % ARRAY] = r;
    if (r == -1)
        sink[omp_get_thread_num()] = mine[r & 1];
})
REGIONS(parallel_firstprivate, PRAGMA(omp parallel num_threads(threads) firstprivate(mine)) {
    mine[r % ARRAY]++;
    if (mine[(r + omp_get_thread_num()) % ARRAY] == -1)
        sink[omp_get_thread_num()] = r;
})
REGIONS(parallel_for,
        PRAGMA(omp parallel for num_threads(threads)) for (int i = 0; i < EACH * threads; i++) sink[i] = i + r;)
REGIONS(parallel_sections, PRAGMA(omp parallel sections num_threads(threads)) {
    PRAGMA(omp section) sink[0] = r;
    PRAGMA(omp section) sink[1] = r;
    PRAGMA(omp section) sink[2] = r;
    PRAGMA(omp section) sink[3] = r;
})
REGIONS(parallel_reduction, PRAGMA(omp parallel num_threads(threads) reduction(+: value)) value += r;)

/* Target regions, one behind the other, whose threads do nothing; the host's clock. */
static double target(int threads, int rounds)
{
    double start = omp_get_wtime();
    for (int r = 0; r < rounds; r++) {
        #pragma omp target parallel num_threads(threads)
        if (r == -1)
            sink[omp_get_thread_num()] = r;
    }
    return omp_get_wtime() - start;
}

/* A region of a part of the block: its barriers are not the block's. */
static double inner_barrier(int threads, int rounds)
{
    double seconds = 0;
    #pragma omp target map(tofrom: seconds)
    {
        double start = omp_get_wtime();
        #pragma omp parallel num_threads(threads)
        for (int r = 0; r < rounds; r++) {
            #pragma omp barrier
        }
        seconds = omp_get_wtime() - start;
        #pragma omp parallel num_threads(992)
        if (rounds == -1)
            sink[omp_get_thread_num()] = rounds;
    }
    return seconds;
}

/* What the threads of a loop mix together, whichever iterations each of them has. */
static int iterations(int threads, int rounds)
{
    int all = 0;
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < EACH * threads; i++)
            all ^= i + r;
    return all;
}

/* Whether each iteration, or each thread, had its turn once. */
static void check(const char *name, enum check what, int threads, int rounds)
{
    #pragma omp target update from(mixed, word)
    int wrong = (what == ITERATIONS && mixed != iterations(threads, rounds)) ||
                (what == PASSES && word != threads * rounds);
    if (wrong) {
        fprintf(stderr, "%s, %d threads, %d times: %d passed, %d mixed\n", name, threads, rounds, word, mixed);
        exit(1);
    }
}

static void measure(const char *name, double (*of)(int, int), int rounds, enum passes passes, enum check what)
{
    for (int at = 0; at < count_of_sizes; at++) {
        int threads = sizes[at];
        double least = 0;
        /* The first one does not count. */
        for (int n = 0; n <= REPEATS; n++) {
            int times = n ? rounds : 1;
            word = mixed = 0;
            #pragma omp target update to(mixed, word)
            double seconds = of(threads, times);
            if (n == 1 || (n && seconds < least))
                least = seconds;
            check(name, what, threads, times);
        }
        tell(name, threads, least, rounds, passes);
    }
}

int main(int argc, char **argv)
{
    read_size(argc, argv);
    #pragma omp target enter data map(to: sink, array, word, mixed, value, values, simple, nested)
    #pragma omp target
    {
        omp_init_lock(&simple);
        omp_init_nest_lock(&nested);
    }
#define MEASURE(name, rounds, passes, by_hand, what) measure(#name, name, rounds_of(rounds), passes, what);
    CONSTRUCTS(MEASURE)
    return 0;
}
