/* Nanoseconds of OpenMP's constructs after EPCC's micro-benchmarks, for teams of 1 to 992 threads: each is
 * done many times inside one target region. What is counted is the whole construct, with the implied
 * barrier where it has one; `one thread's` constructs (critical, lock, ordered) are divided by the number of
 * threads that pass, tasks by the number of tasks. Prints "CONSTRUCT THREADS NANOSECONDS". epcc_cuda.cu has the hand-written side. */
#include <omp.h>
#include <stdio.h>

enum { EACH = 4, REPEATS = 5, ARRAY = 16 };

static const int sizes[] = {1, 2, 5, 32, 33, 64, 95, 96, 128, 256, 500, 512, 992};

static int sink[EACH * 1024], array[ARRAY], word;
static double value, values[4];
static omp_lock_t lock;
static omp_nest_lock_t nest_lock;

#define PRAGMA(text) _Pragma(#text)

/* One parallel region of `threads` threads, in which all of them repeat a construct. */
#define IN_REGION(name, ...)                                                                         \
    static double name(int threads, int rounds)                                                      \
    {                                                                                                \
        double seconds = 0;                                                                          \
        PRAGMA(omp target parallel num_threads(threads) map(tofrom: seconds))                        \
        {                                                                                            \
            int mine = 0;                                                                            \
            double start = omp_get_wtime();                                                          \
            for (int r = 0; r < rounds; r++) {                                                       \
                __VA_ARGS__                                                                          \
            }                                                                                        \
            PRAGMA(omp barrier)                                                                      \
            if (omp_get_thread_num() == 0)                                                           \
                seconds = omp_get_wtime() - start;                                                   \
            if (mine == -1)                                                                          \
                sink[omp_get_thread_num()] = mine;                                                   \
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
IN_REGION(nest_locked, omp_set_nest_lock(&nest_lock); word++; omp_unset_nest_lock(&nest_lock);)
IN_REGION(locked, omp_set_lock(&lock); word++; omp_unset_lock(&lock);)
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
        PRAGMA(omp target map(tofrom: seconds))                                                      \
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

static void measure(const char *name, double (*of)(int, int), int rounds, int passes_each)
{
    for (unsigned at = 0; at < sizeof sizes / sizeof *sizes; at++) {
        int threads = sizes[at];
        double least = of(threads, 1);
        for (int n = 0; n < REPEATS; n++) {
            double seconds = of(threads, rounds);
            if (n == 0 || seconds < least)
                least = seconds;
        }
        printf("%s %d %.2f\n", name, threads, least * 1e9 / rounds / (passes_each ? threads : 1));
    }
}

int main(void)
{
    #pragma omp target enter data map(to: sink, array, word, value, values, lock, nest_lock)
    #pragma omp target
    {
        omp_init_lock(&lock);
        omp_init_nest_lock(&nest_lock);
    }
    measure("target", target, 500, 0);
    measure("parallel", parallel, 2000, 0);
    measure("parallel_private", parallel_private, 1000, 0);
    measure("parallel_firstprivate", parallel_firstprivate, 1000, 0);
    measure("parallel_for", parallel_for, 1000, 0);
    measure("parallel_sections", parallel_sections, 1000, 0);
    measure("parallel_reduction", parallel_reduction, 500, 0);
    measure("for_static", for_static, 1000, 0);
    measure("for_static_1", for_static_1, 1000, 0);
    measure("for_static_2", for_static_2, 1000, 0);
    measure("for_dynamic_1", for_dynamic_1, 400, 0);
    measure("for_dynamic_4", for_dynamic_4, 400, 0);
    measure("for_guided", for_guided, 400, 0);
    measure("for_guided_4", for_guided_4, 400, 0);
    measure("for_nowait", for_nowait, 1000, 0);
    measure("for_lastprivate", for_lastprivate, 1000, 0);
    measure("for_simd", for_simd, 1000, 0);
    measure("for_collapse", for_collapse, 1000, 0);
    measure("for_cancellation_point", for_cancellation_point, 1000, 0);
    measure("loop", loop, 1000, 0);
    measure("sections", sections, 1000, 0);
    measure("barrier", barrier, 2000, 0);
    measure("inner_barrier", inner_barrier, 2000, 0);
    measure("flush", flush, 1000, 0);
    measure("single", single, 1000, 0);
    measure("single_nowait", single_nowait, 1000, 0);
    measure("copyprivate", copyprivate, 1000, 0);
    measure("masked", masked, 1000, 0);
    measure("scope", scope, 1000, 0);
    measure("critical", critical, 20, 1);
    measure("atomic", atomic, 200, 0);
    measure("atomic_capture", atomic_capture, 200, 0);
    measure("lock", locked, 20, 1);
    measure("nest_lock", nest_locked, 20, 1);
    measure("ordered", ordered, 100, 1);
    measure("reduction", reduction, 500, 0);
    measure("reduction_array", reduction_array, 500, 0);
    measure("reduction_scope", reduction_scope, 500, 0);
    measure("scan", scan, 500, 0);
    measure("tasks", tasks, 50, 1);
    measure("taskloop", taskloop, 50, 1);
    measure("taskgroup", taskgroup, 50, 1);
    measure("taskwait", taskwait, 50, 1);
    return 0;
}
