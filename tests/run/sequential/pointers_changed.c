// A pointer that the sequential part of a region changes is changed for the regions behind it: it is firstprivate in the
// target region and shared by the parallel regions inside (5.2, 5.1.1 and 5.8.1), however the section came to the device.
#include "../test.h"

enum { N = 100 };

static double first[N], second[N], want[N], other[N];

static void start(void)
{
    for (int i = 0; i < N; i++)
        first[i] = want[i] = i * i % 17, second[i] = other[i] = 0;
    double *a = want, *b = other;
    for (int step = 0; step < 5; step++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        double *t = a;
        a = b;
        b = t;
    }
}

static int wrong(void)
{
    int found = 0;
    for (int i = 0; i < N; i++)
        found += first[i] != want[i] || second[i] != other[i];
    return found;
}

#define STEPS                                     \
    for (int step = 0; step < 5; step++) {        \
        _Pragma("omp parallel for num_threads(33)") \
        for (int i = 1; i < N - 1; i++)           \
            b[i] = a[i - 1] + a[i + 1];           \
        double *t = a;                            \
        a = b;                                    \
        b = t;                                    \
    }

static void mapped(void)
{
    double *a = first, *b = second;
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
    {
        STEPS
    }
    CHECK(a == first && b == second);
}

static void present(void)
{
    double *a = first, *b = second;
#pragma omp target data map(tofrom : a[0 : N], b[0 : N])
    {
#pragma omp target
        {
            STEPS
        }
    }
    CHECK(a == first && b == second);
}

static void device_pointers(void)
{
    double *a = first, *b = second;
#pragma omp target data map(tofrom : a[0 : N], b[0 : N]) use_device_ptr(a, b)
    {
#pragma omp target is_device_ptr(a, b)
        {
            STEPS
        }
    }
}

static void one_team(void)
{
    double *a = first, *b = second;
#pragma omp target teams num_teams(1) map(tofrom : a[0 : N], b[0 : N])
    {
        STEPS
    }
}

static double *global_a, *global_b;

static void globals(void)
{
    global_a = first, global_b = second;
#pragma omp target map(tofrom : global_a[0 : N], global_b[0 : N])
    {
        for (int step = 0; step < 5; step++) {
#pragma omp parallel for
            for (int i = 1; i < N - 1; i++)
                global_b[i] = global_a[i - 1] + global_a[i + 1];
            double *t = global_a;
            global_a = global_b;
            global_b = t;
        }
    }
    global_a = first, global_b = second;
}

static void through_its_address(void)
{
    int values[8], *p = values;
    for (int i = 0; i < 8; i++)
        values[i] = i;
#pragma omp target map(tofrom : p[0 : 8])
    {
        int **pp = &p;
        for (int k = 0; k < 2; k++) {
#pragma omp parallel for
            for (int i = 0; i < 4; i++)
                p[i] += 10;
            (*pp) += 4;
        }
    }
    for (int i = 0; i < 8; i++)
        CHECK(values[i] == i + 10);
}

static void by_one_of_the_threads(void)
{
    int values[64], *p = values, sum = 0;
    for (int i = 0; i < 64; i++)
        values[i] = i;
#pragma omp target map(to : p[0 : 64]) map(tofrom : sum)
    {
        p += 1;
#pragma omp parallel num_threads(33) reduction(+ : sum)
        {
#pragma omp single
            p += 30;
            sum += *p;
        }
        sum += p[1];
    }
    CHECK(sum == 33 * 31 + 32);
}

static void private_in_the_region(void)
{
    int values[40], *p = values;
    for (int i = 0; i < 40; i++)
        values[i] = 0;
#pragma omp target map(tofrom : p[0 : 40])
    {
        p++;
#pragma omp parallel num_threads(5) firstprivate(p)
        {
            p += omp_get_thread_num();
            *p = omp_get_thread_num() + 1;
        }
        p[0] += 100;
    }
    if (on_device())
        CHECK(values[1] == 101 && values[2] == 2 && values[5] == 5 && values[0] == 0 && values[6] == 0);
}

int main(void)
{
    void (*const ways[])(void) = {mapped, present, device_pointers, one_team, globals};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        start();
        ways[i]();
        CHECK(wrong() == 0);
    }
    through_its_address();
    by_one_of_the_threads();
    private_in_the_region();
    return test_end();
}
