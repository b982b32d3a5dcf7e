/* Nanoseconds of OpenMP's constructs after EPCC's micro-benchmarks, for teams of 1 to 992 threads: each is
 * done many times inside one target region. What is counted is the whole construct, with the implied
 * barrier where it has one; `one thread's` constructs (critical, lock, ordered) are divided by the number of
 * threads that pass. Prints "CONSTRUCT THREADS NANOSECONDS". epcc_cuda.cu has the hand-written side. */
#include <omp.h>
#include <stdio.h>

enum { EACH = 4, REPEATS = 5 };

static const int sizes[] = {1, 2, 5, 32, 33, 64, 95, 96, 128, 256, 500, 512, 992};

static int sink[1024], word;
static double value;
static omp_lock_t lock;

#define PRAGMA(text) _Pragma(#text)

/* One parallel region of `threads` threads, in which all of them repeat a construct. */
#define IN_REGION(name, code)                                                                        \
    static double name(int threads, int rounds)                                                      \
    {                                                                                                \
        double seconds = 0;                                                                          \
        PRAGMA(omp target parallel num_threads(threads) map(tofrom: seconds))                        \
        {                                                                                            \
            int mine = 0;                                                                            \
            double start = omp_get_wtime();                                                          \
            for (int r = 0; r < rounds; r++) {                                                       \
                code                                                                                 \
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
LOOP(for_nowait, nowait)
IN_REGION(barrier, PRAGMA(omp barrier))
IN_REGION(single, PRAGMA(omp single) word = r;)
IN_REGION(critical, PRAGMA(omp critical) word++;)
IN_REGION(atomic, PRAGMA(omp atomic) word++;)
IN_REGION(locked, omp_set_lock(&lock); word++; omp_unset_lock(&lock);)
IN_REGION(ordered,
          PRAGMA(omp for ordered schedule(static, 1)) for (int i = 0; i < threads; i++) {
              PRAGMA(omp ordered) word = i + r;
          })
IN_REGION(reduction, PRAGMA(omp for reduction(+: value)) for (int i = 0; i < threads; i++) value += i + r;)

/* Regions that the target region's own thread starts one after the other; what is in them is nothing that
 * the compiler can leave out. */
static double parallel(int threads, int rounds)
{
    double seconds = 0;
    #pragma omp target map(tofrom: seconds)
    {
        double start = omp_get_wtime();
        for (int r = 0; r < rounds; r++) {
            #pragma omp parallel num_threads(threads)
            if (r == -1)
                sink[omp_get_thread_num()] = r;
        }
        seconds = omp_get_wtime() - start;
    }
    return seconds;
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
    #pragma omp target enter data map(to: sink, word, value, lock)
    #pragma omp target
    omp_init_lock(&lock);
    measure("parallel", parallel, 2000, 0);
    measure("for_static", for_static, 1000, 0);
    measure("for_static_1", for_static_1, 1000, 0);
    measure("for_static_2", for_static_2, 1000, 0);
    measure("for_dynamic_1", for_dynamic_1, 400, 0);
    measure("for_dynamic_4", for_dynamic_4, 400, 0);
    measure("for_guided", for_guided, 400, 0);
    measure("for_nowait", for_nowait, 1000, 0);
    measure("barrier", barrier, 2000, 0);
    measure("inner_barrier", inner_barrier, 2000, 0);
    measure("single", single, 1000, 0);
    measure("critical", critical, 20, 1);
    measure("atomic", atomic, 200, 0);
    measure("lock", locked, 20, 1);
    measure("ordered", ordered, 100, 1);
    measure("reduction", reduction, 500, 0);
    return 0;
}
