/* Memory of a structure that nothing maps any more, while what its pointers lead to is still mapped, becomes something else:
   a list item that is mapped there gets the host's values (5.2, 5.8.3), and gives back what kernels write. */
#include "../test.h"
#include <stdlib.h>
#include <string.h>

#define N 10

typedef struct {
    long n;
    double *x;
} vec;

/* Nothing maps `v` itself, and it ends with the call. */
__attribute__((noinline)) static vec made(long n)
{
    vec v = {n, calloc(N, sizeof(double))};
#pragma omp target enter data map(to: v.x[0:N])
    return v;
}

static void gone(vec v)
{
    double *x = v.x;
#pragma omp target exit data map(delete: x[0:N])
    free(x);
}

/* Their variables lie where `v` lay, with its bytes if nothing has written them. */
__attribute__((noinline)) static long sum(void)
{
    long w[64], s = 0;
    for (int i = 0; i < 64; i++)
        w[i] = 5;
#pragma omp target map(tofrom: s) map(to: w)
    for (int i = 0; i < 64; i++)
        s += w[i];
    return s;
}

__attribute__((noinline)) static long written(void)
{
    long w[64], s = 0;
#pragma omp target map(from: w)
    for (int i = 0; i < 64; i++)
        w[i] = i;
    for (int i = 0; i < 64; i++)
        s += w[i];
    return s;
}

__attribute__((noinline)) static long updated(void)
{
    long w[64], s = 0;
#pragma omp target data map(alloc: w)
    {
        for (int i = 0; i < 64; i++)
            w[i] = 3;
#pragma omp target update to(w)
#pragma omp target
        for (int i = 0; i < 64; i++)
            w[i] += i;
#pragma omp target update from(w)
        for (int i = 0; i < 64; i++)
            s += w[i];
    }
    return s;
}

static void by_value(void)
{
    for (int i = 0; i < 3; i++) {
        vec v = made(i);
        CHECK(sum() == 320);
        vec u = made(i);
        CHECK(written() == 2016);
        vec t = made(i);
        CHECK(updated() == 192 + 2016);
        gone(v), gone(u), gone(t);
    }
}

/* The same with memory of the program's own, whose bytes are still those of the structure. */
static void *pool;

static double *in_pool(void)
{
    vec *v = memset(pool, 0, 8 * sizeof(long));
    double *x = calloc(N, sizeof(double));
    *v = (vec){3, x};
#pragma omp target enter data map(to: v->x[0:N])
    return x;
}

static void leave(double *x)
{
#pragma omp target exit data map(delete: x[0:N])
    CHECK(!on_device() || !omp_target_is_present(x, omp_get_default_device()));
    free(x);
}

static void same_bytes(void)
{
    long *w = pool;
    double *x = in_pool();
#pragma omp target map(tofrom: w[0:8])
    for (int i = 0; i < 8; i++)
        w[i] = 7 + i;
    for (int i = 0; i < 8; i++)
        CHECK(w[i] == 7 + i);
    leave(x);

    // The section is unmapped while the words are mapped.
    x = in_pool();
#pragma omp target enter data map(to: w[0:8])
#pragma omp target map(w[0:8])
    for (int i = 0; i < 8; i++)
        w[i] = 17 + i;
    leave(x);
#pragma omp target exit data map(from: w[0:8])
    for (int i = 0; i < 8; i++)
        CHECK(w[i] == 17 + i);

    // The host writes them while they are mapped.
    x = in_pool();
#pragma omp target enter data map(to: w[0:8])
    for (int i = 0; i < 8; i++)
        w[i] = i;
    long s = 0;
#pragma omp target map(always, to: w[0:8]) map(tofrom: s)
    for (int i = 0; i < 8; i++)
        s += w[i];
    CHECK(s == 28);
#pragma omp target exit data map(release: w[0:8])
    leave(x);

    // A part of the pointer.
    x = in_pool();
    int *half = (int *)pool + 3;
#pragma omp target map(from: half[0:1])
    half[0] = -4;
    CHECK(half[0] == -4);
    leave(x);
}

/* A variable lies in the structure's memory, and another one across its end. */
static void across(void)
{
    double *x = in_pool();
    long *w = pool, s = 0;
    w[0] = 1;
#pragma omp target data map(tofrom: w[0:1])
    {
        for (int i = 1; i < 5; i++)
            w[i] = 10 * i;
#pragma omp target map(to: w[1:4]) map(tofrom: s)
        for (int i = 1; i < 5; i++)
            s += w[i];
#pragma omp target
        w[0] += 4;
    }
    CHECK(s == 100 && w[0] == 5);
    leave(x);
}

/* It was mapped and is deleted, and its memory is part of what is mapped next. */
static void deleted(void)
{
    char *arena = calloc(1000, 1);
    vec *d = (vec *)(arena + 64);
    double *x = d->x = calloc(N, sizeof(double));
#pragma omp target enter data map(to: d[0:1])
#pragma omp target enter data map(to: d->x[0:N])
#pragma omp target exit data map(delete: d[0:1])
    CHECK(!on_device() || !omp_target_is_present(d, omp_get_default_device()));
    int s = 0;
    for (int k = 1; k < 4; k++) {
        memset(arena, k, 1000);
#pragma omp target map(to: arena[0:1000]) map(tofrom: s)
        for (int i = 0; i < 1000; i++)
            s += arena[i];
    }
    CHECK(s == 6000);
    leave(x);
    free(arena);
}

/* Structures that live: their pointers stay attached, whatever the host does to the rest. */
static void alive(void)
{
    double *one = calloc(N, sizeof(double)), *two = calloc(N, sizeof(double));
    struct {
        long n;
        double *a, *b;
    } s = {1, one, two};
#pragma omp target enter data map(to: s.a[0:N], s.b[0:N])
    for (int i = 0; i < 4; i++) {
        s.n = i;
#pragma omp target map(tofrom: s)
        {
            s.a[i] += (double)s.n;
            s.b[i] -= (double)s.n;
            s.n += 100;
        }
        CHECK(s.n == 100 + i && s.a == one && s.b == two);
#pragma omp target map(to: s)
        s.a[i] += 1;
    }
#pragma omp target enter data map(to: s)
    s.n = 50;
#pragma omp target update to(s)
#pragma omp target map(s)
    s.a[9] = (double)s.n;
#pragma omp target update from(s)
    CHECK(s.a == one && s.b == two && s.n == 50);
#pragma omp target exit data map(release: s)

    // The host exchanges the pointers, and says so by mapping what they lead to.
    s.a = two;
    s.b = one;
#pragma omp target map(tofrom: s) map(s.a[0:N], s.b[0:N])
    {
        s.a[8] = 2;
        s.b[8] = 1;
    }
    CHECK(s.a == two && s.b == one);
#pragma omp target exit data map(from: one[0:N], two[0:N])
    for (int i = 0; i < 4; i++)
        CHECK(one[i] == i + 1 && two[i] == -i);
    CHECK(one[8] == 1 && two[8] == 2 && one[9] == 50);
    free(one);
    free(two);
}

/* An array of structures moves to other memory. */
static void moved(void)
{
    vec *v = malloc(4 * sizeof *v), *old = v;
    double *x[4];
    for (int i = 0; i < 4; i++) {
        v[i] = (vec){i, x[i] = calloc(N, sizeof(double))};
#pragma omp target enter data map(to: v[i].x[0:N])
    }
    v = malloc(8 * sizeof *v);
    memcpy(v, old, 4 * sizeof *v);
    long *w = (long *)old, s = 0;
    for (int i = 0; i < 8; i++)
        w[i] = i;
#pragma omp target map(tofrom: w[0:8]) map(tofrom: s)
    for (int i = 0; i < 8; i++) {
        s += w[i];
        w[i] = -i;
    }
    CHECK(s == 28);
    for (int i = 0; i < 8; i++)
        CHECK(w[i] == -i);
    free(old);
    // In the new memory, too, the pointers lead where they led.
#pragma omp target map(to: v[0:4]) map(v[2].x[0:N])
    v[2].x[1] = (double)v[3].n;
#pragma omp target update from(v[2].x[0:N])
    CHECK(x[2][1] == 3);
    for (int i = 0; i < 4; i++)
        leave(x[i]);
    free(v);
}

int main(void)
{
    pool = malloc(8 * sizeof(long));
    by_value();
    same_bytes();
    across();
    deleted();
    alive();
    moved();
    free(pool);
    return test_end();
}
