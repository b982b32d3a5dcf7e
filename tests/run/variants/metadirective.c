// host: skip
/* Metadirectives: the device has what a GPU chooses, the host what a host does. */
#include "../test.h"

#define N 300
#define USE_GPU 1

static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* A function of the device and of the host. */
#pragma omp declare target
static void fill(int *a, int n, int v)
{
    #pragma omp metadirective when(device={kind(nohost)}: for) otherwise(simd)
    for (int i = 0; i < n; i++)
        a[i] = v + i;
}
#pragma omp end declare target

int main(void)
{
    int a[N], b[N], seen;

    /* In a target region: by architecture. */
    memset(a, 0, sizeof a);
    #pragma omp target map(tofrom: a)
    #pragma omp metadirective when(device={arch("nvptx")}: teams distribute parallel for) \
        default(parallel for)
    for (int i = 0; i < N; i++)
        a[i] = 2 * i;
    CHECK(sum(a, N) == N * (N - 1));

    /* Nothing is chosen. */
    seen = 0;
    #pragma omp target map(tofrom: seen)
    #pragma omp metadirective when(device={arch(amdgcn)}: parallel num_threads(4)) otherwise(nothing)
    {
        #pragma omp atomic
        seen++;
    }
    CHECK(seen == 1);

    /* Device and host choose otherwise. */
    int where = 0;
    #pragma omp target map(tofrom: where)
    {
        #pragma omp metadirective when(device={kind(gpu)}: parallel num_threads(8)) otherwise(nothing)
        {
            #pragma omp atomic
            where++;
        }
    }
    CHECK(where == (on_device() ? 8 : 1));

    /* The construct itself is chosen; macros are. */
    memset(b, 0, sizeof b);
    #pragma omp metadirective when(user={condition(USE_GPU)}: target teams distribute parallel for map(from: b[0:N])) \
        default(parallel for)
    for (int i = 0; i < N; i++)
        b[i] = i;
    CHECK(sum(b, N) == N * (N - 1) / 2);

    #pragma omp metadirective when(user={condition(!USE_GPU)}: target teams distribute parallel for) \
        default(parallel for)
    for (int i = 0; i < N; i++)
        b[i] = -i;
    CHECK(sum(b, N) == -(N * (N - 1) / 2));

    /* The best score wins, not the first. */
    int threads = 0;
    #pragma omp target map(tofrom: threads)
    #pragma omp metadirective when(device={kind(any)}: parallel num_threads(2)) \
        when(device={kind(gpu), arch(nvptx64)}: parallel num_threads(5)) \
        when(device={kind(host), arch(x86_64, x86)}: parallel num_threads(5))
    {
        #pragma omp master
        threads = omp_get_num_threads();
    }
    CHECK(threads == 5 || !on_device());

    /* Around one block. */
    memset(a, 0, sizeof a);
    #pragma omp begin metadirective when(implementation={vendor(nobody)}: parallel for) \
        default(target teams distribute parallel for map(tofrom: a))
    for (int i = 0; i < N; i++)
        a[i] += i;
    #pragma omp end metadirective
    CHECK(sum(a, N) == N * (N - 1) / 2);

    memset(a, 0, sizeof a);
    #pragma omp target parallel num_threads(33) map(from: a)
    fill(a, N, 7);
    CHECK(sum(a, N) == N * (N - 1) / 2 + 7 * N);
    fill(a, N, 1);
    CHECK(sum(a, N) == N * (N - 1) / 2 + N);

    /* A stand-alone directive. */
    int t[64];
    #pragma omp target parallel num_threads(64) map(from: t)
    {
        int me = omp_get_thread_num();
        t[me] = 1;
        #pragma omp metadirective when(device={kind(any)}: barrier)
        if (me == 0) {
            int all = 0;
            for (int i = 0; i < omp_get_num_threads(); i++)
                all += t[i];
            t[0] = all - omp_get_num_threads();
        }
    }
    CHECK(t[0] == 0);

    /* Construct traits. */
    int depth = 0;
    #pragma omp target teams num_teams(2) map(tofrom: depth)
    #pragma omp parallel num_threads(3)
    #pragma omp metadirective when(construct={target, parallel}: masked) otherwise(nothing)
    {
        #pragma omp atomic
        depth++;
    }
    CHECK(depth >= 1 && depth <= 2);
    return test_end();
}
