/* Which promises of the user and of the program a kernel repeats: `restrict` is about all accesses of a block, whichever
   thread does them, and device addresses may lead to what is mapped. */
#include "romp.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int omp_get_thread_num(void);
void *omp_target_alloc(size_t, int);
void omp_target_free(void *, int);

/* Threads hand `a` over at barriers: only `b`, which is read alone, keeps its promise. */
void barriers(double *restrict a, const double *restrict b, double *restrict c)
{
    /* target parallel num_threads(64) map(tofrom: a[0:1]) map(to: b[0:64]) map(from: c[0:64]) */
    ROMP_TARGET("promises.c:14", barriers_1,
        romp_block(64), romp_num_threads(64), romp_num_teams(1), romp_tofrom(a, 0, 1), romp_to(b, 0, 64),
        romp_from(c, 0, 64))
    #pragma omp target parallel if(target: 0) num_threads(64) /* host version */
    {
        double old = a[0];
        #pragma omp barrier
        if (omp_get_thread_num() == 0)
            a[0] = old + 1;
        #pragma omp barrier
        c[omp_get_thread_num()] = a[0] + b[omp_get_thread_num()];
    }
}

/* One after the other takes the lock. */
void locked(double *restrict a, int n)
{
    /* target teams distribute parallel for map(tofrom: a[0:1]) */
    ROMP_TARGET("promises.c:28", locked_1,
        romp_block(128), romp_iterations(n), romp_tofrom(a, 0, 1), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        #pragma omp critical
        a[0] += i;
    }
}

/* Nothing is handed over: one construct stands in the other, and iterations change elements by themselves. */
void nested(const double *x, double *restrict y, int n)
{
    /* target map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("promises.c:38", nested_1,
        romp_exact_block(1024), romp_num_teams(1), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        y[i / 2] += x[i];
    }
}

/* declare target */
static void step(double *restrict a, double *restrict b)
{
    double old = a[0];
    #pragma omp barrier
    if (omp_get_thread_num() == 0)
        a[0] = old + 1;
    #pragma omp barrier
    b[omp_get_thread_num()] = a[0];
}

static void calls_step(double *restrict a, double *restrict b)
{
    double old = a[0];
    step(a, b);
    b[omp_get_thread_num()] += a[0] - old;
}

static double scaled(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * y[0];
    return y[0];
}

double *kept;
/* end declare target */

/* Pointers of the code itself. */
void pointers(double *a, double *b)
{
    /* target parallel num_threads(64) map(tofrom: a[0:1]) map(from: b[0:64]) */
    ROMP_TARGET("promises.c:77", pointers_1,
        romp_block(64), romp_num_threads(64), romp_num_teams(1), romp_tofrom(a, 0, 1), romp_from(b, 0, 64))
    #pragma omp target parallel if(target: 0) num_threads(64) /* host version */
    calls_step(a, b);
    /* target map(tofrom: a[0:8]) map(tofrom: b[0:8]) */
    ROMP_TARGET("promises.c:79", pointers_2,
        romp_block(1), romp_num_teams(1), romp_tofrom(a, 0, 8), romp_tofrom(b, 0, 8))
    #pragma omp target if(target: 0) /* host version */
    a[0] = scaled(b, a, 8);
    /* target parallel num_threads(64) map(tofrom: a[0:1]) map(from: b[0:64]) */
    ROMP_TARGET("promises.c:81", pointers_3,
        romp_block(64), romp_num_threads(64), romp_num_teams(1), romp_tofrom(a, 0, 1), romp_from(b, 0, 64))
    #pragma omp target parallel if(target: 0) num_threads(64) /* host version */
    {
        double *restrict p = a, *restrict q = b;
        double old = p[0];
        #pragma omp barrier
        if (omp_get_thread_num() == 0)
            p[0] = old + 1;
        #pragma omp barrier
        q[omp_get_thread_num()] = p[0];
    }
}

/* Pointers based on `a` that no captured pointer shows: made from an integer, loaded, a variable of the device. */
void hidden(double *restrict a, int n, uintptr_t *table)
{
    uintptr_t number = (uintptr_t)a;
    table[0] = number;
    /* target is_device_ptr(a) */
    ROMP_TARGET("promises.c:98", hidden_1,
        romp_block(1), romp_num_teams(1), romp_value(a), romp_value(n), romp_value(number))
    #pragma omp target if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        ((double *)number)[i] = a[i - 1] + 1;
    /* target is_device_ptr(a) map(to: table[0:1]) */
    ROMP_TARGET("promises.c:101", hidden_2,
        romp_block(1), romp_num_teams(1), romp_to(table, 0, 1), romp_value(a), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        ((double *)table[0])[i] = a[i - 1] + 1;
    /* target is_device_ptr(a) */
    ROMP_TARGET("promises.c:104", hidden_3, romp_block(1), romp_num_teams(1), romp_value(a))
    #pragma omp target if(target: 0) map(tofrom: kept) /* host version */
    kept = a;
    /* target is_device_ptr(a) */
    ROMP_TARGET("promises.c:106", hidden_4, romp_block(1), romp_num_teams(1), romp_value(a), romp_value(n))
    #pragma omp target if(target: 0) map(tofrom: kept) /* host version */
    for (int i = 1; i < n; i++)
        kept[i] = a[i - 1] + 1;
    /* target is_device_ptr(a) */
    ROMP_TARGET("promises.c:109", hidden_5,
        romp_block(1), romp_num_teams(1), romp_value(a), romp_value(n), romp_value(number))
    #pragma omp target if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        a[i] = ((double *)number)[i - 1] + 1;
}

/* The other parallel region reads by a pointer that is based on the restricted one. */
void based(double *restrict p, double *restrict s, int n)
{
    /* target map(tofrom: p[0:n]) map(from: s[0:n]) */
    ROMP_TARGET("promises.c:117", based_1,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(p, 0, n), romp_from(s, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        double *q = p + 1;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = i;
        #pragma omp parallel for
        for (int i = 0; i < n - 1; i++)
            s[i] = q[i];
    }
    /* target map(tofrom: p[0:n]) map(from: s[0:n]) */
    ROMP_TARGET("promises.c:127", based_2,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(p, 0, n), romp_from(s, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = i;
        #pragma omp parallel for
        for (int i = 0; i < n - 1; i++)
            s[i] = i;
    }
}

/* Another file may make the device memory that `d` leads to correspond to `h`. */
void associate(void *h, void *d);
void associated(int n)
{
    double *h = malloc(n * sizeof *h), *d = omp_target_alloc(n * sizeof *d, 0);
    associate(h, d);
    /* target teams distribute parallel for is_device_ptr(d) map(to: h[0:n]) */
    ROMP_TARGET("promises.c:144", associated_1,
        romp_block(128), romp_iterations(romp_trips(1, n, 1, 0)), romp_to(h, 0, n), romp_value(d),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        d[i] = h[i - 1] + 1;
    free(h);
    omp_target_free(d, 0);
}

/* Nobody can: `d` goes nowhere; and both are addresses of the host. */
void not_associated(int n)
{
    double *h = malloc(n * sizeof *h), *d = omp_target_alloc(n * sizeof *d, 0);
    double *g = malloc(n * sizeof *g);
    associate(h, h);
    associate(g, g);
    /* target teams distribute parallel for is_device_ptr(d) map(to: h[0:n]) */
    ROMP_TARGET("promises.c:158", not_associated_1,
        romp_block(128), romp_iterations(romp_trips(1, n, 1, 0)), romp_to(h, 0, n), romp_value(d),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        d[i] = h[i - 1] + 1;
    /* target teams distribute parallel for */
    ROMP_TARGET("promises.c:161", not_associated_2,
        romp_block(128), romp_iterations(romp_trips(1, n, 1, 0)), romp_value(n), romp_pointer(h),
        romp_pointer(g))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        g[i] = h[i - 1] + 1;
    free(h);
    free(g);
    omp_target_free(d, 0);
}

/* Declarations that hide the library's functions, and a function of the program that has such a name. */
static char buffer[4096];
static void *pool(size_t bytes) { return buffer + 0 * bytes; }
static void *aligned_alloc_like(size_t bytes) { void *(*malloc)(size_t) = pool; void *p = malloc(bytes); return p; }
static void *given(size_t bytes, void (*memset)(void *, int, size_t))
{
    void *p = malloc(bytes);
    memset(p, 0, bytes);
    return p;
}
static void save(void *p, int value, size_t bytes);
static long m, x;
static long product(size_t bytes) { m * x; x = (long)malloc(bytes); return x; }
static void *omp_alloc(size_t bytes) { return pool(bytes); }
void hides(int n)
{
    double *p = aligned_alloc_like(n), *q = aligned_alloc_like(n);
    /* target teams distribute parallel for map(to: q[0:n]) map(tofrom: p[0:n]) */
    ROMP_TARGET("promises.c:186", hides_1,
        romp_block(128), romp_iterations(n), romp_to(q, 0, n), romp_tofrom(p, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        p[i] = q[i] + 1;
    double *r = given(n, save), *s = given(n, save);
    /* target teams distribute parallel for map(to: s[0:n]) map(tofrom: r[0:n]) */
    ROMP_TARGET("promises.c:190", hides_2,
        romp_block(128), romp_iterations(n), romp_to(s, 0, n), romp_tofrom(r, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        r[i] = s[i] + 1;
    double *t = (double *)product(n), *u = (double *)product(n);
    /* target teams distribute parallel for map(to: u[0:n]) map(tofrom: t[0:n]) */
    ROMP_TARGET("promises.c:194", hides_3,
        romp_block(128), romp_iterations(n), romp_to(u, 0, n), romp_tofrom(t, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        t[i] = u[i] + 1;
    double *v = omp_alloc(n), *w = omp_alloc(n);
    /* target teams distribute parallel for map(to: w[0:n]) map(tofrom: v[0:n]) */
    ROMP_TARGET("promises.c:198", hides_4,
        romp_block(128), romp_iterations(n), romp_to(w, 0, n), romp_tofrom(v, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        v[i] = w[i] + 1;
}

/* The last statement of a statement expression gives its value. */
void last_values(int n)
{
    double *p, *q = ({ p = malloc(n * sizeof *p); });
    /* target teams distribute parallel for map(to: q[0:n]) map(tofrom: p[0:n]) */
    ROMP_TARGET("promises.c:207", last_values_1,
        romp_block(128), romp_iterations(n), romp_to(q, 0, n), romp_tofrom(p, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        p[i] = q[i] + 1;
    double *r = malloc(n * sizeof *r), *s = ({ memset(r, 0, n * sizeof *r); });
    /* target teams distribute parallel for map(to: s[0:n]) map(tofrom: r[0:n]) */
    ROMP_TARGET("promises.c:211", last_values_2,
        romp_block(128), romp_iterations(n), romp_to(s, 0, n), romp_tofrom(r, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        r[i] = s[i] + 1;
}

/* What a construct around maps is of the host: `h`, which other files know, is not `image`. */
void mapped_around(int n, double *image)
{
    double *h = malloc(n * sizeof *h);
    associate(h, h);
    /* target data map(tofrom: image[0:n]) map(to: h[0:n]) */
    ROMP_TARGET_DATA("promises.c:221", romp_tofrom(image, 0, n), romp_to(h, 0, n))
    {
        /* target teams distribute parallel for */
        ROMP_TARGET("promises.c:223", mapped_around_1,
            romp_block(128), romp_iterations(n), romp_value(n), romp_pointer(h), romp_pointer(image))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int i = 0; i < n; i++)
            image[i] += h[i];
    }
    /* target teams distribute parallel for map(to: h[0:n]) */
    ROMP_TARGET("promises.c:227", mapped_around_2,
        romp_block(128), romp_iterations(n), romp_to(h, 0, n), romp_value(n), romp_pointer(image))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        image[i] += h[i];
    free(h);
}
ROMP_DECLARE_TARGET(kept)
