/* Kernels for launches whose list items are separate (romp_apart), and launches in which they are not: the same pointer
 * twice, parts of one array, an array and a pointer into it, a variable of the device and a pointer to it, and two host
 * arrays for which one piece of device memory stands. */
#include "../test.h"

#define N 100

/* Each step stores what the next one loads where `to` leads into the memory of `from`. */
__attribute__((noinline)) static void sums(int n, int steps, const long *from, long *to)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < steps; k++) {
            to[i] += from[i];
            to[i] += from[i] * k;
        }
}

static void sums_on_host(int n, int steps, const long *from, long *to)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < steps; k++) {
            to[i] += from[i];
            to[i] += from[i] * k;
        }
}

static long alone(long *memory, const long *host, int bytes)
{
    return memcmp(memory, host, bytes) == 0;
}

static void separate(void)
{
    long a[N], b[N], c[N];
    for (int i = 0; i < N; i++) {
        a[i] = i + 1;
        b[i] = c[i] = 3 * i;
    }
    #pragma omp target data map(to: a) map(tofrom: b)
    {
        sums(N, 3, a, b);
        sums(0, 3, a, b);
        sums(N, 0, a, b);
        sums(0, 5, NULL, b);
    }
    sums_on_host(N, 3, a, c);
    CHECK(alone(b, c, sizeof b));
}

static void same(void)
{
    long a[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = c[i] = i + 1;
    #pragma omp target data map(tofrom: a)
    sums(N, 4, a, a);
    sums_on_host(N, 4, c, c);
    CHECK(alone(a, c, sizeof a));
}

static void parts_of_one(void)
{
    long a[2 * N], c[2 * N];
    for (int i = 0; i < 2 * N; i++)
        a[i] = c[i] = i + 1;
    #pragma omp target data map(tofrom: a)
    sums(N, 2, a, a + N);
    sums_on_host(N, 2, c, c + N);
    CHECK(alone(a, c, sizeof a));
    /* Two list items, of which each is present by itself. */
    #pragma omp target data map(to: a[0:N])
    #pragma omp target data map(tofrom: a[N:N])
    sums(N, 2, a, a + N);
    sums_on_host(N, 2, c, c + N);
    CHECK(alone(a, c, sizeof a));
}

static long of_device[N];
#pragma omp declare target to(of_device)

__attribute__((noinline)) static void from_device(int n, long *to)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            to[i] += of_device[i];
            of_device[i] += to[i] + k;
        }
}

static void variable_of_the_device(void)
{
    long c[N], b[N];
    for (int i = 0; i < N; i++) {
        of_device[i] = c[i] = i;
        b[i] = 1;
    }
    #pragma omp target update to(of_device)
    from_device(N, of_device);
    #pragma omp target update from(of_device)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) {
            c[i] += c[i];
            c[i] += c[i] + k;
        }
    CHECK(alone(of_device, c, sizeof c));
    #pragma omp target data map(tofrom: b)
    from_device(N, b);
    long x = 1, y = c[7];
    for (int k = 0; k < 3; k++) {
        x += y;
        y += x + k;
    }
    CHECK(b[7] == x);
}

__attribute__((noinline)) static void with_array(int n, long *p)
{
    long a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            a[i] += p[i];
            p[i] += a[i];
        }
    long x = 5, y = 50;
    for (int k = 0; k < 3; k++) {
        x += y;
        y += x;
    }
    CHECK(a[5] == x);
}

/* One piece of device memory for two arrays (OpenMP 5.2, 18.8.9). */
static void associated(void)
{
    if (omp_get_num_devices() == 0)
        return;
    int device = omp_get_default_device();
    long a[N], b[N], c[N];
    long *memory = omp_target_alloc(sizeof a, device);
    for (int i = 0; i < N; i++)
        a[i] = c[i] = i + 1;
    CHECK(omp_target_memcpy(memory, a, sizeof a, 0, 0, device, omp_get_initial_device()) == 0);
    CHECK(omp_target_associate_ptr(a, memory, sizeof a, 0, device) == 0);
    CHECK(omp_target_associate_ptr(b, memory, sizeof b, 0, device) == 0);
    sums(N, 3, a, b);
    sums_on_host(N, 3, c, c);
    CHECK(omp_target_memcpy(a, memory, sizeof a, 0, 0, omp_get_initial_device(), device) == 0);
    CHECK(alone(a, c, sizeof a));
    CHECK(omp_target_disassociate_ptr(a, device) == 0);
    CHECK(omp_target_disassociate_ptr(b, device) == 0);
    omp_target_free(memory, device);
}

struct pair {
    long a[N], b[N];
};

static void members(void)
{
    struct pair p, q;
    for (int i = 0; i < N; i++) {
        p.a[i] = q.a[i] = i;
        p.b[i] = q.b[i] = 2 * i;
    }
    #pragma omp target data map(tofrom: p)
    {
        sums(N, 3, p.a, p.b);
        sums(N, 3, p.b, p.b);
    }
    sums_on_host(N, 3, q.a, q.b);
    sums_on_host(N, 3, q.b, q.b);
    CHECK(memcmp(&p, &q, sizeof p) == 0);
}

/* A team's loop whose threads share the iterations of a nest, and a reduction beside it. */
static void nest(void)
{
    enum { M = 37 };
    double a[M * M], b[M * M], c[M * M], d[M * M], total = 0, expected = 0;
    double *pa = a, *pb = b, *pc = c;
    for (int i = 0; i < M * M; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
        c[i] = d[i] = 1;
    }
    #pragma omp target data map(to: pa[0:M * M], pb[0:M * M]) map(tofrom: pc[0:M * M])
    #pragma omp target teams loop collapse(2) reduction(+: total) map(tofrom: total)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            for (int k = 0; k < M; k++)
                pc[i * M + j] += pa[i * M + k] * pb[k * M + j];
            total += pc[i * M + j];
        }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            for (int k = 0; k < M; k++)
                d[i * M + j] += a[i * M + k] * b[k * M + j];
            expected += d[i * M + j];
        }
    CHECK(memcmp(c, d, sizeof c) == 0);
    CHECK(total == expected);
}

int main(void)
{
    separate();
    same();
    parts_of_one();
    variable_of_the_device();
    long p[N];
    for (int i = 0; i < N; i++)
        p[i] = 50;
    #pragma omp target data map(tofrom: p)
    with_array(N, p);
    associated();
    members();
    nest();
    return test_end();
}
