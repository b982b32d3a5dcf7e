// Chunks of schedule(dynamic): loops that end with a barrier and loops that do not, one behind the other, with every
// size of a team and a chunk, and variables that are called what the translator calls its own.
#include "../test.h"

enum { N = 700 };
static int a[N], b[N];

static int once(int n, int threads, int size)
{
    int part = 3, chunk = 4, last = -1, sum = 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
#pragma omp target parallel num_threads(threads) map(tofrom: a, b, last, sum)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            a[i] += 1 + chunk - 4;
#pragma omp for schedule(dynamic, size) lastprivate(last)
        for (int i = 0; i < n; i++) {
            a[i] += 2 + part - 3;
            last = i;
        }
#pragma omp for schedule(dynamic, size) nowait
        for (int i = n - 1; i >= 0; i--)
            a[i] += 4;
#pragma omp for schedule(dynamic, 7) nowait
        for (long long i = 0; i < n; i++) {
            if (i % 3 == 0)
                continue;
            b[i] += 8;
        }
#pragma omp for schedule(dynamic, 1) reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += i;
#pragma omp for schedule(dynamic, 3)
        for (long long i = 0; i < n; i++)
            a[i] += 16;
#pragma omp for schedule(dynamic, 4) ordered
        for (int i = 0; i < n / 10; i++) {
#pragma omp ordered
            a[i] += 32;
        }
#pragma omp for schedule(dynamic, 2) collapse(2)
        for (int i = 0; i < n / 10; i++)
            for (int j = 0; j < 10; j++)
                b[10 * i + j] += 64;
    }
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += a[i] != (i < n ? 1 + 2 + 4 + 16 + (i < n / 10 ? 32 : 0) : 0);
        wrong += b[i] != (i < n && i % 3 ? 8 : 0) + (i < n / 10 * 10 ? 64 : 0);
    }
    wrong += (n && last != n - 1) || sum != n * (n - 1) / 2;
#pragma omp target teams distribute parallel for dist_schedule(static, 50) schedule(dynamic, size) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] += 128 * (part - 2) * (chunk - 3);
    for (int i = 0; i < N; i++)
        wrong += (a[i] >= 128) != (i < n);
    return wrong;
}

int main(void)
{
    static const int sizes[] = {1, 31, 32, 33, 128}, extents[] = {0, 1, 9, 33, 699};
    int wrong = 0;
    for (int t = 0; t < 5; t++)
        for (int n = 0; n < 5; n++)
            for (int size = 1; size < 40; size *= 6)
                wrong += once(extents[n], sizes[t], size);
    CHECK(wrong == 0);
    printf("%d\n", wrong);
    return test_end();
}
