/* Functions of the program that return memory: new memory each time, the same memory, memory that others keep, and pointers
 * that lead there by other ways. Kernels read and write in an order that shows whether they took them for different. */
#include "../test.h"
#include <stdlib.h>
#include <string.h>

#define N 300

static void *allocate(size_t count, size_t bytes)
{
    void *p = calloc(count ? count : 1, bytes);
    if (!p)
        abort();
    return p;
}

/* The same memory each time. */
static int *again(int n)
{
    static int *p;
    if (!p)
        p = malloc(n * sizeof *p);
    return p;
}

static int *kept;
static int *remembered(int n)
{
    int *p = malloc(n * sizeof *p);
    kept = p;
    return p;
}

static int *inside(int *p, int n)
{
    if (!p)
        p = malloc(n * sizeof *p);
    return p;
}

struct box {
    int *first, *second;
};

/* Each thread reads x behind its write of y: if both are one array, it reads what it wrote. */
static int reads_behind(int n, int *x, int *y)
{
    int wrong = 0;
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n], y[0:n]) reduction(+: wrong)
    for (int i = 0; i < n; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    return wrong;
}

/* The same in functions whose pointers the translator follows. */
static void same_memory(void)
{
    int *x = again(N), *y = again(N), wrong = 0;
    memset(x, 0, N * sizeof *x);
    #pragma omp target teams distribute parallel for map(tofrom: x[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    CHECK(wrong == 0);
}

static void by_memory(void)
{
    int *y = allocate(N, sizeof *y), wrong = 0;
    struct box box = {y, y + 1};
    int *x = box.first;
    #pragma omp target teams distribute parallel for map(tofrom: y[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    CHECK(wrong == 0);
    free(y);
}

static void by_global(void)
{
    int *y = remembered(N), *x = kept, wrong = 0;
    memset(y, 0, N * sizeof *y);
    #pragma omp target teams distribute parallel for map(tofrom: y[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    CHECK(wrong == 0);
    free(y);
}

static void by_chain(void)
{
    int *x, *y, wrong = 0;
    x = y = allocate(N, sizeof *y);
    #pragma omp target teams distribute parallel for map(tofrom: y[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    CHECK(wrong == 0);
    free(y);
}

static void by_argument(void)
{
    int *y = allocate(N, sizeof *y), wrong = 0;
    int *x = inside(y, N);
    #pragma omp target teams distribute parallel for map(tofrom: y[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[i];
        y[i] = i + 1000;
        wrong += x[i] == before;
    }
    CHECK(wrong == 0);
    free(y);
}

/* The rows of an array behind a pointer. */
static void by_row(void)
{
    int(*y)[4] = allocate(N, sizeof *y), wrong = 0;
    int *x = y[0];
    #pragma omp target teams distribute parallel for map(tofrom: y[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        int before = x[4 * i];
        y[i][0] = i + 1000;
        wrong += x[4 * i] == before;
    }
    CHECK(wrong == 0);
    free(y);
}

static void put(int *to, int i, int value)
{
    to[i] = value;
}

/* Different memory, which kernels may be told. */
static void different(const struct box *box, int n)
{
    const int *x = box->first;
    int *y = allocate(n, sizeof *y), *z = allocate(n, sizeof *z), wrong = 0;
    memset(z, 1, n * sizeof *z);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n], z[0:n]) reduction(+: wrong)
    for (int i = 0; i < n; i++) {
        put(y, i, x[i] + 1);
        z[i] = y[i] + x[i];
        wrong += y[i] != x[i] + 1;
    }
    CHECK(wrong == 0);
    for (int i = 0; i < n; i++)
        CHECK(y[i] == x[i] + 1 && z[i] == 2 * x[i] + 1);
    free(y);
    free(z);
}

int main(void)
{
    int *x = allocate(N, sizeof *x), *y = allocate(N, sizeof *y);
    CHECK(reads_behind(N, x, x) == 0);
    CHECK(reads_behind(N, y, x) == N);
    CHECK(reads_behind(0, y, x) == 0);
    same_memory();
    by_memory();
    by_global();
    by_argument();
    by_chain();
    by_row();
    struct box box = {x, y};
    different(&box, N);
    different(&box, 0);
    free(x);
    free(y);
    return test_end();
}
