// host: skip
/* A metadirective whose condition only the run knows, between a device construct and the host's own. */
#include "../test.h"

#define N 200

static int threshold = 50;

static void work(int n, int *a, int *where)
{
    #pragma omp metadirective when(user={condition(n > threshold)}: \
        target teams distribute parallel for map(tofrom: a[0:n], where[0:1])) \
        otherwise(parallel for num_threads(4))
    for (int i = 0; i < n; i++) {
        a[i] += i;
        if (i == 0)
            *where = omp_is_initial_device();
    }
}

static int other_way(int small, int *a)
{
    int where = -1;
    #pragma omp metadirective when(user={condition(score(2): small != 0)}:) \
        default(target map(tofrom: a[0:N], where))
    {
        for (int i = 0; i < N; i++)
            a[i]++;
        where = omp_is_initial_device();
    }
    return where;
}

static int among_others(int flag)
{
    int where = -1;
    #pragma omp metadirective when(implementation={vendor(amd)}: parallel) \
        when(device={kind(host)}, user={condition(flag)}: target map(from: where)) \
        when(device={kind(nohost)}: nothing) default(nothing)
    where = omp_is_initial_device();
    return where;
}

int main(void)
{
    int a[N] = { 0 }, where = -1;
    work(20, a, &where);
    CHECK(where == 1 && a[19] == 19 && a[20] == 0);
    work(N, a, &where);
    CHECK(where == !on_device() && a[19] == 38 && a[N - 1] == N - 1);
    CHECK(other_way(1, a) == 1 && a[3] == 7);
    CHECK(other_way(0, a) == !on_device() && a[3] == 8);
    CHECK(among_others(0) == 1 && among_others(1) == !on_device());
    int dev = -1, there = -1;
    #pragma omp metadirective when(target_device={kind(nohost), arch("nvptx64")}: target map(from: there)) \
        when(target_device={arch("amdgcn")}: target map(from: there) if(0)) otherwise(nothing)
    there = omp_is_initial_device();
    CHECK(there == !on_device());
    #pragma omp target map(from: dev)
    {
        #pragma omp metadirective when(target_device={kind(nohost)}: parallel num_threads(2)) default(nothing)
        {
            if (omp_get_thread_num() == 0)
                dev = omp_get_num_threads();
        }
    }
    CHECK(dev == 1 || dev == 2);
    return test_end();
}
