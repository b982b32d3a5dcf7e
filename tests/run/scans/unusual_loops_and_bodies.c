// host: skip
/* Loops and bodies that one would not write. */
#include "../test.h"

typedef unsigned char byte;
enum { N = 333 };
static byte bytes[N];
static int out[N], other[N];

#define BODY(sum, x)     \
    int twice = 2 * (x); \
    twice -= (x);        \
    sum += twice;

/* Phases with declarations, blocks and macros; a loop that goes down by steps, through a pointer. */
static void shapes(void)
{
    unsigned sum = 7;
    long none = 0;
#pragma omp target map(to: bytes) map(from: out) map(tofrom: sum, none)
    {
        const byte *p;
#pragma omp parallel for reduction(inscan, +: sum) num_threads(40) private(p)
        for (p = bytes + N - 1; p >= bytes; p -= 2) {
            BODY(sum, *p)
#pragma omp scan inclusive(sum)
            int at = (int)(p - bytes);
            {
                int at2 = at;
                out[at2] = sum;
            }
        }
#pragma omp parallel for reduction(inscan, +: none) num_threads(40)
        for (unsigned long i = 5; i < 5; i++) {
#pragma omp scan exclusive(none)
            none++;
        }
    }
    unsigned x = 7;
    int wrong = 0;
    for (int i = N - 1; i >= 0; i -= 2)
        wrong += out[i] != (int)(x += bytes[i]);
    CHECK(wrong == 0 && sum == x && none == 0);
}

/* Threads that know who they are, loops in phases, an inner reduction, atomics. */
static void inside(void)
{
    long sum = 0;
    int calls = 0, most = 0, mine = 0;
#pragma omp target map(to: bytes) map(from: out, other) map(tofrom: sum, calls, most)
#pragma omp parallel num_threads(50) default(none) shared(sum, calls, most, mine, bytes, out, other)
    {
#pragma omp for reduction(inscan, +: sum) firstprivate(mine)
        for (int i = 0; i < N; i++) {
            for (int j = 0; j <= i % 3; j++)
                sum += bytes[i];
            mine++;
#pragma omp atomic
            calls++;
#pragma omp scan inclusive(sum)
            out[i] = sum;
            other[i] = omp_get_thread_num() < omp_get_num_threads() && mine > 0;
        }
#pragma omp for reduction(max: most)
        for (int i = 0; i < N; i++)
            most = most < out[i] ? out[i] : most;
    }
    long x = 0;
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        x += (i % 3 + 1) * bytes[i];
        wrong += out[i] != x || !other[i];
    }
    CHECK(wrong == 0 && sum == x && calls == N && most == x);
}

/* One after the other on the same variable, by different teams. */
static void again(void)
{
    int s = 1;
#pragma omp target map(from: out) map(tofrom: s)
    for (int round = 0; round < 4; round++) {
#pragma omp parallel for reduction(inscan, +: s) num_threads(round * 30 + 1)
        for (int i = 0; i < N; i++) {
            out[i] = s;
#pragma omp scan exclusive(s)
            s += i % 2;
        }
        s++;
    }
    CHECK(s == 1 + 4 * (N / 2) + 4);
    CHECK(out[N - 1] == s - 1 && out[0] == s - 1 - N / 2);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        bytes[i] = i * 5 % 256;
    shapes();
    inside();
    again();
    return test_end();
}
