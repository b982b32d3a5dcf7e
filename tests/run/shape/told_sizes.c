/* A team whose size constant clauses tell has as many threads in each launch, also where the program asks for numbers of
   threads: a warp, a part of one, more than one, and numbers of threads above the limit. */
#include "../test.h"

enum { TEAMS = 7, MOST = 100 };

#define PRAGMA(...) PRAGMA_TEXT(__VA_ARGS__)
#define PRAGMA_TEXT(...) _Pragma(#__VA_ARGS__)

/* Threads write to memory of the team and read what their neighbour wrote, several times. */
#define EXCHANGE(name, limit, threads)                                                                                 \
    static void name(int expected)                                                                                     \
    {                                                                                                                  \
        int sizes[TEAMS], sums[TEAMS], wrong = 0;                                                                      \
        PRAGMA(omp target teams distribute thread_limit(limit) map(from : sizes, sums) reduction(+ : wrong))           \
        for (int t = 0; t < TEAMS; t++) {                                                                              \
            int place[MOST], size = 0, bad = 0, sum = 0;                                                               \
            PRAGMA(omp parallel threads reduction(+ : bad, sum))                                                       \
            {                                                                                                          \
                int me = omp_get_thread_num(), all = omp_get_num_threads();                                            \
                for (int turn = 0; turn < 5; turn++) {                                                                 \
                    place[me] = me * 10 + turn + t;                                                                    \
                    PRAGMA(omp barrier)                                                                                \
                    bad += place[(me + 1) % all] != (me + 1) % all * 10 + turn + t;                                    \
                    PRAGMA(omp barrier)                                                                                \
                }                                                                                                      \
                sum += me;                                                                                             \
                PRAGMA(omp single)                                                                                     \
                size = all;                                                                                            \
                PRAGMA(omp for nowait)                                                                                 \
                for (int i = 0; i < 45; i++)                                                                           \
                    sum += i;                                                                                          \
            }                                                                                                          \
            sizes[t] = size;                                                                                           \
            sums[t] = sum;                                                                                             \
            wrong += bad;                                                                                              \
        }                                                                                                              \
        CHECK(wrong == 0);                                                                                             \
        for (int t = 0; t < TEAMS; t++) {                                                                              \
            CHECK(sizes[t] >= 1 && sizes[t] <= expected);                                                              \
            CHECK(!on_device() || sizes[t] == expected);                                                               \
            CHECK(sums[t] == sizes[t] * (sizes[t] - 1) / 2 + 990);                                                     \
        }                                                                                                              \
    }

EXCHANGE(a_warp, 32, num_threads(32))
EXCHANGE(above_the_limit, 20, num_threads(40))
EXCHANGE(below_the_limit, 64, num_threads(33))
EXCHANGE(the_limit_alone, 32, default(shared))
EXCHANGE(some_warps, 96, num_threads(96))
EXCHANGE(one, 32, num_threads(1))

int main(void)
{
    a_warp(32);
    above_the_limit(20);
    below_the_limit(33);
    the_limit_alone(32);
    some_warps(96);
    one(1);
    return test_end();
}
