/* Loops whose bodies hold loops, conditions or calls: each thread executes one iteration at most, and each iteration is
 * executed once. */
#include "../test.h"
#include <limits.h>

enum { N = 5000 };
static int count[N];

static void clear(void)
{
    memset(count, 0, sizeof count);
}

/* Of `trips` elements each `step`th from the first on counts one. */
static int wrong(int trips, int step)
{
    int found = 0;
    for (int i = 0; i < N; i++)
        found += count[i] != (i < trips && i % step == 0);
    return found;
}

static void directions(int n, int step)
{
    clear();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i += step)
        if (i >= 0)
            count[i]++;
    CHECK(wrong(n, step) == 0);
    clear();
#pragma omp target teams distribute parallel for
    for (long i = n - 1; i >= 0; --i)
        for (int k = 0; k < 1; k++)
            count[i]++;
    CHECK(wrong(n, 1) == 0);
    clear();
#pragma omp target teams distribute parallel for
    for (unsigned i = 0; i != (unsigned)n; i++) {
        int k = 0;
        while (k < 1)
            k++;
        count[i] += k;
    }
    CHECK(wrong(n, 1) == 0);
    clear();
#pragma omp target parallel for map(tofrom : count)
    for (int *p = count; p < count + n; p += step)
        if (p)
            ++*p;
    CHECK(wrong(n, step) == 0);
}

/* Bounds at the ends of the types. */
static void limits(void)
{
    clear();
#pragma omp target teams distribute parallel for
    for (int i = INT_MAX - 100; i < INT_MAX; i++)
        if (i > 0)
            count[i - (INT_MAX - 100)]++;
    CHECK(wrong(100, 1) == 0);
    clear();
#pragma omp target teams distribute parallel for
    for (int i = INT_MIN; i <= INT_MIN + 65; i += 5)
        if (i < 0)
            count[i + INT_MAX + 1]++;
    CHECK(wrong(66, 5) == 0);
    clear();
#pragma omp target teams distribute parallel for
    for (int i = -1000000000; i < 1000000000; i += 1 << 20)
        if (i < INT_MAX)
            count[(i + 1000000000) >> 20]++;
    CHECK(wrong(1908, 1) == 0);
    clear();
    unsigned long long many = 1ull << 60;
#pragma omp target teams distribute parallel for
    for (unsigned long long i = ULLONG_MAX - 8 * many; i < ULLONG_MAX - many; i += many)
        if (i > many)
            count[(i - (ULLONG_MAX - 8 * many)) / many]++;
    CHECK(wrong(7, 1) == 0);
    clear();
#pragma omp target teams distribute parallel for
    for (unsigned char i = 0; i < 255; i++)
        if (i < 255)
            count[i]++;
    CHECK(wrong(255, 1) == 0);
}

/* A limit of threads, and copies that each thread or iteration has. */
static void limited(int n, int limit)
{
    int base = 1, own = 7;
    clear();
#pragma omp target teams distribute parallel for thread_limit(limit) firstprivate(base) private(own)
    for (int i = 0; i < n; i++) {
        own = base;
        if (i % 2 == 0)
            own += 0;
        count[i] += own;
    }
    CHECK(wrong(n, 1) == 0);
    CHECK(own == 7);
    clear();
#pragma omp target teams distribute parallel for num_threads(limit)
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        count[i]++;
    }
    for (int i = 0; i < n; i += 3)
        count[i]++;
    CHECK(wrong(n, 1) == 0);
}

/* Iterations that share: atomic updates, a critical section, a reduction beside the loop's own. */
static void together(int n)
{
    int sum = 0, most = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum)
    for (int i = 0; i < n; i++)
        if (i % 2) {
#pragma omp atomic
            sum += i;
        }
    CHECK(sum == n / 2 * (n / 2));
    sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : most, sum)
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (i > most)
            most = i;
    }
    CHECK(most == (n > 0 ? n - 1 : 0));
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            sum += k;
    CHECK(sum == 3 * n);
}

#pragma omp declare target
static int steps(int n)
{
    return n <= 1 ? 0 : 1 + steps(n / 2);
}
#pragma omp end declare target

static void calls(int n)
{
    int found = 0;
    clear();
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        count[i] = steps(i);
    for (int i = 0; i < n; i++)
        found += count[i] != steps(i);
    CHECK(found == 0);
}

int main(void)
{
    int sizes[] = {0, 1, 31, 33, 1000, N};
    for (int k = 0; k < 6; k++) {
        int n = sizes[k];
        directions(n, 1);
        directions(n, 7);
        limited(n, 1);
        limited(n, 33);
        limited(n, 1024);
        together(n);
        calls(n);
    }
    limits();
    return test_end();
}
