// Device code of promises.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

ROMP_COMMON romp::queue_lock romp_critical;

__device__ double *kept;

static __device__ void step(double *a, double *b)
{
    const romp::orphan_team omp;
    double old = a[0];
    omp.barrier();
    if (romp::orphaned::omp_get_thread_num() == 0)
        a[0] = old + 1;
    omp.barrier();
    b[romp::orphaned::omp_get_thread_num()] = a[0];
}

static __device__ void calls_step(double *a, double *b)
{
    double old = a[0];
    step(a, b);
    b[romp::orphaned::omp_get_thread_num()] += a[0] - old;
}

static __device__ double scaled(const double *__restrict__ x, double *__restrict__ y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * y[0];
    return y[0];
}

// promises.c:14: target parallel num_threads(64) map(tofrom: a[0:1]) map(to: b[0:64]) map(from: c[0:64])
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
barriers_1(double *a, const double *__restrict__ b, double *c)
{
    double old = a[0];
    romp::team_barrier();
    if (romp::parallel::omp_get_thread_num() == 0)
        a[0] = old + 1;
    romp::team_barrier();
    c[romp::parallel::omp_get_thread_num()] = a[0] + b[romp::parallel::omp_get_thread_num()];
}

// promises.c:28: target teams distribute parallel for map(tofrom: a[0:1])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
locked_1(double *a, int n)
{
    for (int i : romp::league_for(0, n)) {
        for (romp::brief_critical section(romp_critical); section.pending();)
            if (section.enter()) {
                a[0] += i;
            }
    }
}

// promises.c:38: target map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
nested_1(const double *__restrict__ x, double *__restrict__ y, int n)
{
    romp::block_is<1024>();
    for (int i : romp::team_stream(0, n)) {
        romp::atomic_add(y[i / 2], x[i]);
    }
}

// promises.c:77: target parallel num_threads(64) map(tofrom: a[0:1]) map(from: b[0:64])
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
pointers_1(double *a, double *b)
{
    romp::start_state(romp::threads());
    calls_step(a, b);
}

// promises.c:79: target map(tofrom: a[0:8]) map(tofrom: b[0:8])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
pointers_2(double *a, const double *b)
{
    a[0] = scaled(b, a, 8);
}

// promises.c:81: target parallel num_threads(64) map(tofrom: a[0:1]) map(from: b[0:64])
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
pointers_3(double *a, double *b)
{
    double *p = a, *q = b;
    double old = p[0];
    romp::team_barrier();
    if (romp::parallel::omp_get_thread_num() == 0)
        p[0] = old + 1;
    romp::team_barrier();
    q[romp::parallel::omp_get_thread_num()] = p[0];
}

// promises.c:98: target is_device_ptr(a)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
hidden_1(const double *a, int n, uintptr_t number)
{
    for (int i = 1; i < n; i++)
        ((double *)number)[i] = a[i - 1] + 1;
}

// promises.c:101: target is_device_ptr(a) map(to: table[0:1])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
hidden_2(const uintptr_t *table, const double *a, int n)
{
    for (int i = 1; i < n; i++)
        ((double *)table[0])[i] = a[i - 1] + 1;
}

// promises.c:104: target is_device_ptr(a)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
hidden_3(double *a)
{
    kept = a;
}

// promises.c:106: target is_device_ptr(a)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
hidden_4(const double *a, int n)
{
    for (int i = 1; i < n; i++)
        kept[i] = a[i - 1] + 1;
}

// promises.c:109: target is_device_ptr(a)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
hidden_5(double *a, int n, uintptr_t number)
{
    for (int i = 1; i < n; i++)
        a[i] = ((double *)number)[i - 1] + 1;
}

// promises.c:117: target map(tofrom: p[0:n]) map(from: s[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
based_1(double *p, double *s, int n)
{
    romp::block_is<1024>();
    double *q = p + 1;
    for (int i : romp::team_stream(0, n))
        p[i] = i;
    romp::team_barrier();
    for (int i : romp::team_stream(0, n - 1))
        s[i] = q[i];
}

// promises.c:127: target map(tofrom: p[0:n]) map(from: s[0:n])
// SPMD, 1024 threads a team, one team
// promises.c:132: no thread of this parallel region waits for those of promises.c:129
extern "C" __global__ void __launch_bounds__(1024)
based_2(double *p, double *s, int n)
{
    romp::block_is<1024>();
    for (int i : romp::team_stream(0, n))
        p[i] = i;
    for (int i : romp::team_stream(0, n - 1))
        s[i] = i;
}

// promises.c:144: target teams distribute parallel for is_device_ptr(d) map(to: h[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
associated_1(const double *h, double *d, int n)
{
    for (int i : romp::league_for(1, n))
        d[i] = h[i - 1] + 1;
}

// promises.c:158: target teams distribute parallel for is_device_ptr(d) map(to: h[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
not_associated_1(const double *__restrict__ h, double *d, int n)
{
    for (int i : romp::league_for(1, n))
        d[i] = h[i - 1] + 1;
}

// promises.c:161: target teams distribute parallel for
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
not_associated_2(int n, const double *__restrict__ h, double *g)
{
    for (int i : romp::league_for(1, n))
        g[i] = h[i - 1] + 1;
}

// promises.c:186: target teams distribute parallel for map(to: q[0:n]) map(tofrom: p[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
hides_1(const double *q, double *p, int n)
{
    for (int i : romp::league_for(0, n))
        p[i] = q[i] + 1;
}

// promises.c:190: target teams distribute parallel for map(to: s[0:n]) map(tofrom: r[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
hides_2(const double *s, double *r, int n)
{
    for (int i : romp::league_for(0, n))
        r[i] = s[i] + 1;
}

// promises.c:194: target teams distribute parallel for map(to: u[0:n]) map(tofrom: t[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
hides_3(const double *u, double *t, int n)
{
    for (int i : romp::league_for(0, n))
        t[i] = u[i] + 1;
}

// promises.c:198: target teams distribute parallel for map(to: w[0:n]) map(tofrom: v[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
hides_4(const double *w, double *v, int n)
{
    for (int i : romp::league_for(0, n))
        v[i] = w[i] + 1;
}

// promises.c:207: target teams distribute parallel for map(to: q[0:n]) map(tofrom: p[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
last_values_1(const double *q, double *p, int n)
{
    for (int i : romp::league_for(0, n))
        p[i] = q[i] + 1;
}

// promises.c:211: target teams distribute parallel for map(to: s[0:n]) map(tofrom: r[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
last_values_2(const double *s, double *r, int n)
{
    for (int i : romp::league_for(0, n))
        r[i] = s[i] + 1;
}

// promises.c:223: target teams distribute parallel for
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
mapped_around_1(int n, const double *__restrict__ h, double *image)
{
    for (int i : romp::league_for(0, n))
        image[i] += h[i];
}

// promises.c:227: target teams distribute parallel for map(to: h[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
mapped_around_2(const double *h, int n, double *image)
{
    for (int i : romp::league_for(0, n))
        image[i] += h[i];
}
