// Copies of volatile variables: what memcpy and the copying functions of a class take in C++ is not volatile.
#include "../test.h"

typedef struct {
    int a, b;
} pair;
typedef volatile pair watched;
typedef int row[3];

volatile int sum;
static volatile int filled[3] = {1, 2, 3};

// A parameter that tasks capture.
static void each(int *out, volatile pair p, volatile int n)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task firstprivate(p, n) shared(out)
    {
        p.a += n;
        out[0] = p.a + p.b;
    }
}
#pragma omp declare target(each)

static void copies(void)
{
    volatile int array[8];
    volatile int square[2][3] = {{1, 2, 3}, {4, 5, 6}};
    const volatile char letters[5] = "four";
    volatile row rows[2] = {{1, 2, 3}, {4, 5, 6}};
    watched one = {1, 2}, many[2] = {{3, 4}, {5, 6}};
    int out[8], sums[2] = {0, 0};
    for (int i = 0; i < 8; i++)
        array[i] = i;

#pragma omp target firstprivate(array, square, letters, rows, one, many) map(tofrom : out, sums)
    {
        for (int i = 0; i < 8; i++)
            out[i] = array[i] + one.a;
        sums[0] = square[1][2] + letters[3] + rows[1][0];
        pair second = many[1];
        sums[1] = second.a + second.b;
        array[0] = square[0][0] = rows[0][0] = many[0].a = one.a = 99;
    }
    for (int i = 0; i < 8; i++)
        CHECK(out[i] == i + 1);
    CHECK(sums[0] == 6 + 'r' + 4 && sums[1] == 11);
    CHECK(array[0] == 0 && square[0][0] == 1 && rows[0][0] == 1 && many[0].a == 3 && one.a == 1);

#pragma omp target private(array, one, many) map(tofrom : out)
    {
        for (int i = 0; i < 8; i++)
            array[i] = 2 * i;
        one.b = 1;
        many[1] = one;
        many[1].a = 3;
        for (int i = 0; i < 8; i++)
            out[i] = array[i] + many[1].b;
    }
    for (int i = 0; i < 8; i++)
        CHECK(out[i] == 2 * i + 1);

    // In a parallel region, from mapped variables.
#pragma omp target map(tofrom : out, array, one, many, square)
#pragma omp parallel num_threads(33) firstprivate(array, one, many, square)
    {
        array[1] += many[0].a;
        one.a += square[0][1];
#pragma omp for
        for (int i = 0; i < 8; i++)
            out[i] = array[i] + one.a;
    }
    for (int i = 0; i < 8; i++)
        CHECK(out[i] == i + 3 + (i == 1 ? 3 : 0));
}

static void results(void)
{
    volatile int array[8] = {0}, last = -1;
    volatile int square[2][3] = {{0}};
    watched one = {0, 0}, many[2] = {{0, 0}, {0, 0}};

#pragma omp target map(tofrom : array, last, square, one, many)
#pragma omp parallel for lastprivate(array, last, square, one, many) num_threads(3)
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 8; k++)
            array[k] = i + k;
        for (int k = 0; k < 6; k++)
            square[k / 3][k % 3] = i - k;
        last = i;
        one.a = i;
        one.b = i + 1;
        many[0] = many[1] = one;
    }
    CHECK(last == 39 && array[0] == 39 && array[7] == 46 && square[1][2] == 34);
    CHECK(one.a == 39 && one.b == 40 && many[0].b == 40 && many[1].a == 39);

#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    CHECK(sum == 4950);

#pragma omp target map(tofrom : array)
#pragma omp parallel for reduction(+ : array) num_threads(3)
    for (int i = 0; i < 80; i++)
        array[i % 8] += 1;
    CHECK(array[0] == 49 && array[7] == 56);

#pragma omp target teams num_teams(2) reduction(+ : filled) firstprivate(array) map(tofrom : filled)
    {
        filled[0] += array[7];
        array[7] = 0;
    }
    CHECK(filled[0] == 113 && filled[2] == 3);
}

static void of_tasks(void)
{
    volatile int array[4] = {1, 2, 3, 4};
    watched one = {10, 20}, many[2] = {{1, 2}, {3, 4}};
    int out[4] = {0, 0, 0, 0};

#pragma omp target map(tofrom : array, one, many, out)
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task firstprivate(array, one, many) shared(out)
        {
            one.a += 1;
            many[1].b += array[3];
#pragma omp task firstprivate(array, one, many) shared(out)
            out[0] = one.a + many[1].b + array[0];
            one.a = array[0] = 0;
        }
#pragma omp task firstprivate(one) shared(out)
        out[1] = one.a + one.b;
#pragma omp taskwait
#pragma omp taskloop firstprivate(array) lastprivate(one)
        for (int i = 0; i < 8; i++) {
            array[1]++;
            one.a = i;
            one.b = 2 * i;
        }
    }
    CHECK(out[0] == 11 + 8 + 1 && out[1] == 30);
    CHECK(array[1] == 2 && one.a == 7 && one.b == 14);

    int result[1];
#pragma omp target map(from : result)
    {
        pair p = {4, 5};
        each(result, p, 3);
    }
    CHECK(result[0] == 12);
}

// Arrays of a function and of a kernel, which regions share.
static int shared_in_regions(int n)
{
    volatile int array[n];
    for (int i = 0; i < n; i++)
        array[i] = 1;
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < n; i++)
        array[i] += i;
    return array[0] + array[n - 1];
}
#pragma omp declare target(shared_in_regions)

static void of_unknown_length(int n)
{
    int got[2];
#pragma omp target map(from : got)
    {
        got[0] = shared_in_regions(n);
        volatile int own[n + 1];
        own[n] = 0;
#pragma omp parallel num_threads(3)
#pragma omp critical
        own[n] += 2;
        got[1] = own[n];
    }
    CHECK(got[0] == n + 1 && got[1] == 6);
    volatile int array[n];
    for (int i = 0; i < n; i++)
        array[i] = i;
    int total = 0;
#pragma omp target firstprivate(array) map(tofrom : total)
    {
        array[0] = 5;
#pragma omp parallel firstprivate(array) num_threads(3)
        {
            array[1] += omp_get_thread_num();
#pragma omp critical
            total += array[0] + array[1] + array[n - 1];
        }
    }
    CHECK(total == 3 * 5 + 3 * 1 + 3 + 3 * (n - 1));
#pragma omp target map(tofrom : array)
#pragma omp parallel for lastprivate(array) num_threads(3)
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < n; k++)
            array[k] = i * k;
    CHECK(array[0] == 0 && array[n - 1] == 11 * (n - 1));
}

int main(void)
{
    copies();
    results();
    of_tasks();
    of_unknown_length(7);
    return test_end();
}
