// host: skip (gcc 12 knows neither has_device_addr of sections nor two sections of one pointer)
// A pointer is found by the extended address range of what is mapped (OpenMP 5.2, 5.8.6): the base pointer of a section
// may lie below its first element or behind its last one, and mapped ranges win over extended ones.
#include "../test.h"
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 256 };

static void below(void)
{
    float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 0;
    #pragma omp target data map(to: a[64:128]) map(from: b[64:128])
    #pragma omp target teams distribute parallel for
    for (int i = 64; i < 192; i++)
        b[i] = 2 * a[i];
    int bad = 0;
    for (int i = 64; i < 192; i++)
        bad += b[i] != 2 * i;
    CHECK(bad == 0);
    free(a);
    free(b);
}

/* One thread, 33 threads, no iteration; base one before the array, as in code that counts from 1. */
static void from_one(int n, int threads)
{
    double *storage = malloc((n + 1) * sizeof *storage), *v = storage - 1, sum = 0;
    for (int i = 1; i <= n; i++)
        v[i] = i;
    #pragma omp target enter data map(to: v[1:n])
    #pragma omp target parallel for num_threads(threads) reduction(+: sum)
    for (int i = 1; i <= n; i++)
        sum += v[i];
    #pragma omp target exit data map(delete: v[1:n])
    CHECK(sum == n * (n + 1) / 2.0);
    free(storage);
}

static void above(void)
{
    int a[N], *end = a + N, got = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target enter data map(to: end[-8:4])
    #pragma omp target map(from: got)
    got = end[-8] + end[-5];
    CHECK(got == 2 * N - 13);
    #pragma omp target exit data map(delete: end[-8:4])
}

/* Two sections of one pointer in one piece of memory; a pointer between them belongs to both. */
static void between(void)
{
    int *a = malloc(N * sizeof *a), *middle = a + 50, got = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target data map(to: a[10:10], a[100:10])
    {
        #pragma omp target map(from: got)
        got = a[10] + a[109];
        CHECK(got == 119);
        #pragma omp target map(from: got)
        got = middle[-31] + middle[50];
        CHECK(got == 119);
    }
    free(a);
}

/* The base of one section is an element of another array: that array is meant. */
static void neighbours(void)
{
    int pool[40], *first = pool, *second = pool + 10, got = 0;
    for (int i = 0; i < 40; i++)
        pool[i] = i;
    #pragma omp target data map(to: first[0:20]) map(to: second[15:5])
    #pragma omp target map(from: got)
    got = second[0];
    CHECK(got == 10);
}

/* The nearest base pointer is the one that is meant. */
static void nested(void)
{
    int *pool = malloc(1000 * sizeof *pool), *inner = pool + 10, got = 0;
    for (int i = 0; i < 1000; i++)
        pool[i] = i;
    #pragma omp target enter data map(to: pool[100:10])
    #pragma omp target enter data map(to: inner[500:10])
    #pragma omp target map(from: got)
    got = inner[505];
    CHECK(got == 515);
    #pragma omp target map(from: got)
    got = pool[105];
    CHECK(got == 105);
    #pragma omp target exit data map(delete: pool[100:10])
    #pragma omp target exit data map(delete: inner[500:10])
    free(pool);
}

static int first_of(const int *p)
{
    int got = 0;
    #pragma omp target map(from: got)
    got = p[70];
    return got;
}

#define SECTION(p) p[64:16]

static void device_pointers(void)
{
    int *a = malloc(N * sizeof *a), got = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target enter data map(to: SECTION(a))
    CHECK(first_of(a) == 70);
    #pragma omp target data use_device_ptr(a)
    {
        #pragma omp target is_device_ptr(a) map(from: got)
        got = a[75];
    }
    CHECK(got == 75);
    #pragma omp target data use_device_addr(a[64:16])
    {
        #pragma omp target has_device_addr(a[64:16]) map(from: got)
        got = a[79];
    }
    CHECK(got == 79);
    /* On the host nothing has changed. */
    CHECK(a[255] == 255);
    #pragma omp target exit data map(delete: SECTION(a))
    free(a);
}

/* A base pointer whose address is taken, and one of `void`. */
static void other_pointers(int *r)
{
    int **address = &r, got = 0;
    #pragma omp target enter data map(to: r[30:10])
    (*address) += 0;
    #pragma omp target map(from: got)
    got = r[35];
    CHECK(got == 35);
    void *raw = r;
    #pragma omp target map(from: got)
    got = ((int *)raw)[39];
    CHECK(got == 39);
    #pragma omp target exit data map(delete: r[30:10])
    /* What is not mapped keeps its value. */
    uintptr_t there = 0;
    #pragma omp target map(from: there)
    there = (uintptr_t)r;
    CHECK(there == (uintptr_t)r);
}

int main(void)
{
    int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    below();
    from_one(100, 33);
    from_one(1, 1);
    from_one(1000, 128);
    above();
    between();
    neighbours();
    nested();
    device_pointers();
    other_pointers(numbers);
    return test_end();
}
