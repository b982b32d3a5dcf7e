/* What a case works on, and how the device's result is compared with the serial evaluation's. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024 };

struct pair {
    int x;
    double y;
    unsigned char z[3];
    unsigned low : 5, high : 11;
    long long w;
};

struct data {
    int a[N];
    unsigned b[N];
    long long c[N];
    double e[N];
    unsigned char h[N];
    struct pair p[N];
};

static struct data want, got;
static int failures;
static unsigned passed;

static void fill(struct data *d, unsigned seed)
{
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned v = seed >> 8;
        d->a[i] = (int)(v % 2001u) - 1000;
        d->b[i] = v;
        d->c[i] = (long long)v * 7 - 30000000;
        d->e[i] = (double)(v % 4001u) * 0.25 - 500;
        d->h[i] = (unsigned char)v;
        memset(&d->p[i], 0, sizeof d->p[i]);
        d->p[i].x = (int)(v & 255u);
        d->p[i].y = (double)(v & 63u);
        d->p[i].z[1] = (unsigned char)(v >> 3);
        d->p[i].low = v;
        d->p[i].high = v >> 4;
        d->p[i].w = v;
    }
}

#define SAME(what)                                                                                          \
    for (int i = 0; i < N; i++)                                                                             \
        if (!(got.what == want.what)) {                                                                     \
            printf("FAIL %d: %s with i = %d is %.17g, not %.17g\n", number, #what, i, (double)got.what, (double)want.what); \
            failures++;                                                                                     \
            return;                                                                                         \
        }

static void compare(int number)
{
    SAME(a[i])
    SAME(b[i])
    SAME(c[i])
    SAME(e[i])
    SAME(h[i])
    SAME(p[i].x)
    SAME(p[i].y)
    SAME(p[i].z[i % 3])
    SAME(p[i].low)
    SAME(p[i].high)
    SAME(p[i].w)
    passed++;
}

#pragma omp declare target
/* Keeps doubles small, so that sums are exact in any order. */
static double fold(double x)
{
    return x > 4096 || x < -4096 ? x - 4096.0 * (double)(long long)(x / 4096) : x;
}

static const unsigned primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};

static unsigned mix(unsigned x, unsigned y)
{
    if (x == 0)
        return y + 1u;
    return (x >> 1 ^ y * 2654435761u) + (x & 1u ? mix(x >> 3, y) : 3u);
}

static unsigned char squeeze(const unsigned *x, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31u + x[i];
    return (unsigned char)(sum % 251u);
}

/* What a reduction of the program's own combines. */
struct joined {
    unsigned sum, most;
    int count;
};

static void join(struct joined *into, const struct joined *other)
{
    into->sum += other->sum;
    into->most = other->most > into->most ? other->most : into->most;
    into->count += other->count;
}
#pragma omp end declare target

#pragma omp declare reduction(join: struct joined: join(&omp_out, &omp_in)) initializer(omp_priv = (struct joined){0, 0, 0})

#define RUN(number)                                  \
    for (unsigned seed = 1; seed < 3; seed++) {      \
        fill(&want, seed * 77u + number);            \
        got = want;                                  \
        serial_case##number(&want);                      \
        device_case##number(&got);                       \
        compare(number);                             \
    }
