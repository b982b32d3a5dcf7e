// Arrays of variable length in device code: of the sequential part, shared with regions, in blocks and loops;
// in functions, in recursion; of each thread.
#include "../test.h"

static void shared_ones(void)
{
    int n = 1000, m = 7, wrong = 0;
    double total = 0;
#pragma omp target map(tofrom: total, wrong) map(to: n, m)
    {
        const int rows = n / 10, columns = m;
        double a[rows][columns];
        int counts[n];
        for (int i = 0; i < n; i++)
            counts[i] = 1;
#pragma omp parallel for num_threads(64)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) {
                a[i][j] = 10 * i + j;
                counts[i] += (int)(sizeof a / sizeof a[0]);
            }
        for (int i = 0; i < n; i++)
            wrong += counts[i] != (i < rows ? 1 + rows * columns : 1);
        for (int k = 1; k <= 5; k++) {
            const int length = 40 * k;
            float row[length], before = 1;
            short other[length + 1];
            for (int i = 0; i <= length; i++)
                other[i] = (short)k;
            if (k == 3)
                continue;
#pragma omp parallel for num_threads(33)
            for (int i = 0; i < length; i++)
                row[i] = (float)other[i + 1] + before;
            for (int i = 0; i < length; i++)
                wrong += row[i] != k + 1;
            if (k == 4)
                break;
        }
#pragma omp parallel for num_threads(96) reduction(+: total)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                total += a[i][j];
    }
    CHECK(wrong == 0);
    CHECK(total == 10.0 * 7 * 99 * 100 / 2 + 100 * 21);
}

static void in_teams(void)
{
    enum { TEAMS = 60 };
    static long result[TEAMS];
    int n = 50;
#pragma omp target teams distribute num_teams(TEAMS) map(from: result)
    for (int t = 0; t < TEAMS; t++) {
        const int size = n + t;
        long v[size];
#pragma omp parallel for num_threads(64)
        for (int i = 0; i < size; i++)
            v[i] = i * (long)t;
        long sum = 0;
        for (int i = 0; i < size; i++)
            sum += v[i];
        result[t] = sum;
    }
    int wrong = 0;
    for (int t = 0; t < TEAMS; t++)
        wrong += result[t] != (long)t * (n + t) * (n + t - 1) / 2;
    CHECK(wrong == 0);
}

#pragma omp declare target
// Each level has an array of its own, alive across the deeper ones.
static long levels(const int depth, const int n)
{
    long v[n];
#pragma omp parallel for num_threads(40)
    for (int i = 0; i < n; i++)
        v[i] = depth * 100 + i;
    long sum = depth > 0 ? levels(depth - 1, n + 5) : 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

// Of whoever calls it.
static int own(const int n, const int seed)
{
    int v[n][2];
    for (int i = 0; i < n; i++)
        v[i][0] = v[i][1] = seed + i;
    int sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum += v[i][i % 2];
    return sum;
}
#pragma omp end declare target

static long expected(int depth, int n)
{
    long sum = depth > 0 ? expected(depth - 1, n + 5) : 0;
    for (int i = 0; i < n; i++)
        sum += depth * 100 + i;
    return sum;
}

static void functions(void)
{
    long from_sequential = 0, from_region[3] = {0, 0, 0};
#pragma omp target map(tofrom: from_sequential, from_region)
    {
        from_sequential = levels(4, 20) + own(5, 1);
#pragma omp parallel num_threads(3)
        from_region[omp_get_thread_num()] = levels(2, 10 + omp_get_thread_num());
        from_sequential += levels(1, 100);
    }
    CHECK(from_sequential == expected(4, 20) + 15 + expected(1, 100));
    for (int i = 0; i < 3; i++)
        CHECK(from_region[i] == expected(2, 10 + i));
}

static void of_threads(void)
{
    static int out[500];
    int n = 9;
#pragma omp target teams distribute parallel for map(from: out) num_teams(4) thread_limit(64)
    for (int i = 0; i < 500; i++) {
        const int size = n + i % 3;
        int v[size];
        for (int j = 0; j < size; j++)
            v[j] = j;
        int sum = own(size, i);
        for (int j = 0; j < size; j++)
            sum += v[j];
        out[i] = sum;
    }
    int wrong = 0;
    for (int i = 0; i < 500; i++) {
        int size = n + i % 3;
        wrong += out[i] != size * i + size * (size - 1);
    }
    CHECK(wrong == 0);

    int single = 0;
#pragma omp target map(tofrom: single)
    {
        int v[n];
        for (int j = 0; j < n; j++)
            v[j] = 2 * j;
        for (int j = 0; j < n; j++)
            single += v[j];
    }
    CHECK(single == n * (n - 1));
}

int main(void)
{
    shared_ones();
    in_teams();
    functions();
    of_threads();
    return test_end();
}
