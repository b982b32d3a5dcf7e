/* Structures that nothing maps may be freed while what their pointers lead to is mapped (5.2, 5.8.3). */
#include "../test.h"
#include <stdlib.h>

#define N 10

struct two {
    int n;
    double *x, *y;
    char rest[1 << 18]; /* so long that the C library gives it back to the system */
};

static struct two *made(void)
{
    struct two *d = calloc(1, sizeof *d);
    d->x = calloc(N, sizeof(double));
    d->y = calloc(N, sizeof(double));
    d->n = 77;
    return d;
}

static void leave(double *x)
{
#pragma omp target exit data map(from: x[0:N])
    free(x);
}

/* It was mapped, and is deleted before its members, or behind one of them. */
static void deleted(int first)
{
    struct two *d = made();
    double *x = d->x, *y = d->y;
    int k = 0;
#pragma omp target enter data map(to: d[0:1])
#pragma omp target enter data map(to: d->x[0:N]) map(to: d->y[0:N])
    if (first) {
#pragma omp target exit data map(delete: d->x[0:N])
    }
#pragma omp target exit data map(delete: d[0:1])
    CHECK(!on_device() || !omp_target_is_present(d, omp_get_default_device()));
#pragma omp target map(tofrom: k) map(to: d[0:1])
    k = d->n;
    CHECK(k == 77);
    free(d);
    leave(y);
    if (first)
        free(x);
    else
        leave(x);
}

/* No clause has ever mapped it, and its members leave one by one behind it. */
static void around(void)
{
    struct two *d = made();
    double *x = d->x, *y = d->y;
#pragma omp target enter data map(to: d->x[0:N], d->y[0:N])
    free(d);
#pragma omp target map(x[0:N], y[0:N])
    x[2] = y[3] = 5;
    leave(x);
    leave(y);
    d = made();
    x = d->x, y = d->y;
#pragma omp target enter data map(to: d->x[0:N]) map(to: d->y[0:N])
    d = realloc(d, sizeof *d / 2);
    leave(y);
    leave(x);
    free(d);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        deleted(0);
        deleted(1);
        around();
    }
    return test_end();
}
