/* Variables that sequential code shares with parallel regions, by size and number: nanoseconds for each access of
 * a large shared array, and for each of n shared scalars. twin.cu has the same by hand; run.sh compares. */
#include <stdio.h>
#include <omp.h>

enum { TEAMS = 264, ROUNDS = 200, WORDS = 25000, REPEATS = 7 };

static unsigned results[TEAMS];

/* 100 kB: written and read by all threads of the team between barriers, ROUNDS times. */
static double large(void)
{
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = omp_get_wtime();
#pragma omp target teams num_teams(TEAMS) thread_limit(128)
        {
            unsigned a[WORDS];
#pragma omp parallel for
            for (int i = 0; i < WORDS; i++)
                a[i] = i + omp_get_team_num();
            for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel for
                for (int i = 0; i < WORDS / 2; i++)
                    a[i] += a[i + WORDS / 2] ^ round;
#pragma omp parallel for
                for (int i = 0; i < WORDS / 2; i++)
                    a[i + WORDS / 2] ^= a[i];
            }
            unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum)
            for (int i = 0; i < WORDS; i++)
                sum += a[i];
            results[omp_get_team_num()] = sum;
        }
        double time = omp_get_wtime() - start;
        best = time < best ? time : best;
    }
    return best / ROUNDS / WORDS;
}

/* n scalars that the sequential part changes in each round and a region reads. */
#define DECLARE(x) int v##x = seed + x;
#define CHANGE(x) v##x = v##x * 3 + round;
#define READ(x) sum += v##x;
#define SCALARS(n, LIST)                                                                         \
    static double scalars_##n(int seed)                                                          \
    {                                                                                            \
        double best = 1e9;                                                                       \
        for (int repeat = 0; repeat < REPEATS; repeat++) {                                       \
            double start = omp_get_wtime();                                                      \
            _Pragma("omp target teams num_teams(TEAMS) thread_limit(128)")                       \
            {                                                                                    \
                LIST(DECLARE)                                                                    \
                unsigned total = 0;                                                              \
                for (int round = 0; round < 1000; round++) {                                     \
                    LIST(CHANGE)                                                                 \
                    unsigned sum = 0;                                                            \
                    _Pragma("omp parallel for reduction(+ : sum)")                               \
                    for (int i = 0; i < 96; i++) {                                               \
                        LIST(READ)                                                               \
                        sum += i;                                                                \
                    }                                                                            \
                    total += sum;                                                                \
                }                                                                                \
                results[omp_get_team_num()] = total;                                             \
            }                                                                                    \
            double time = omp_get_wtime() - start;                                               \
            best = time < best ? time : best;                                                    \
        }                                                                                        \
        return best / 1000;                                                                      \
    }

#define TEN(M, d) M(d##0) M(d##1) M(d##2) M(d##3) M(d##4) M(d##5) M(d##6) M(d##7) M(d##8) M(d##9)
#define L1(M) M(10)
#define L10(M) TEN(M, 1)
#define L20(M) TEN(M, 1) TEN(M, 2)
#define L21(M) L20(M) M(30)
#define L40(M) L20(M) TEN(M, 3) TEN(M, 4)
#define L64(M) L40(M) TEN(M, 5) TEN(M, 6) M(70) M(71) M(72) M(73)
SCALARS(1, L1)
SCALARS(10, L10)
SCALARS(20, L20)
SCALARS(21, L21)
SCALARS(40, L40)
SCALARS(64, L64)

static unsigned checksum(void)
{
    unsigned sum = 0;
    for (int t = 0; t < TEAMS; t++)
        sum = sum * 31 + results[t];
    return sum;
}

int main(void)
{
#pragma omp target enter data map(to: results)
#define ROW(name, call, unit)                                    \
    {                                                            \
        double time = (call) * unit;                             \
        _Pragma("omp target update from(results)")               \
        printf("%s\t%.5f\t%08x\n", name, time, checksum());      \
    }
    ROW("100 kB", large(), 1e9)
    ROW("1", scalars_1(3), 1e9)
    ROW("10", scalars_10(3), 1e9)
    ROW("20", scalars_20(3), 1e9)
    ROW("21", scalars_21(3), 1e9)
    ROW("40", scalars_40(3), 1e9)
    ROW("64", scalars_64(3), 1e9)
    return 0;
}
