// host: skip
/* Memory allocators: clauses on every kind of construct, `allocate` for variables of a team and of a thread.
 * gcc does not know the directive. */
#include "../test.h"
#include <stdint.h>

#pragma omp declare target
int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp allocate(table) allocator(omp_const_mem_alloc)
#pragma omp end declare target

static void teams_memory(void)
{
    enum { TEAMS = 5, N = 64 };
    int out[TEAMS][N], odd = 0;
#pragma omp target teams num_teams(TEAMS) thread_limit(N) map(from : out) map(tofrom : odd) \
    uses_allocators(omp_pteam_mem_alloc, omp_cgroup_mem_alloc)
    {
        int tile[N];
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc) align(64)
        int scale;
#pragma omp allocate(scale) allocator(omp_cgroup_mem_alloc)
        scale = omp_get_team_num() + 1;
#pragma omp parallel num_threads(N)
        {
            if ((uintptr_t)tile % 64 != 0) {
#pragma omp atomic
                odd++;
            }
            int own[2];
#pragma omp allocate(own) allocator(omp_thread_mem_alloc)
            own[0] = omp_get_thread_num();
            tile[own[0]] = own[0] * scale;
#pragma omp barrier
            own[1] = tile[N - 1 - own[0]];
            if (omp_get_team_num() < TEAMS)
                out[omp_get_team_num()][own[0]] = own[1] + table[own[0] % 8];
        }
    }
    CHECK(odd == 0);
    for (int t = 0; t < TEAMS; t++)
        for (int i = 0; i < N; i++)
            CHECK(out[t][i] == (N - 1 - i) * (t + 1) + i % 8 + 1);
}

static void clauses(int n)
{
    int a = 5, b = 7, last = -1, sum = 0, out[100];
#pragma omp target teams distribute parallel for firstprivate(a) private(b) lastprivate(last) reduction(+ : sum) \
    allocate(omp_default_mem_alloc : a) allocate(allocator(omp_pteam_mem_alloc) : b) allocate(last) \
    allocate(omp_large_cap_mem_alloc : sum) map(from : out) uses_allocators(omp_default_mem_alloc)
    for (int i = 0; i < n; i++) {
        b = a * i;
        out[i] = b;
        last = i;
        sum += i;
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == 5 * i);
    CHECK(last == n - 1 && sum == n * (n - 1) / 2);
    int total = 0;
#pragma omp target map(tofrom : total)
#pragma omp parallel num_threads(33) firstprivate(a) allocate(omp_low_lat_mem_alloc : a)
    {
        a += omp_get_thread_num();
#pragma omp for private(b) allocate(omp_high_bw_mem_alloc : b) reduction(+ : total)
        for (int i = 0; i < 100; i++) {
            b = i;
            total += b;
        }
#pragma omp single private(b) allocate(omp_default_mem_alloc : b)
        b = 1;
#pragma omp task firstprivate(a) allocate(omp_thread_mem_alloc : a)
        {
#pragma omp atomic
            total += a > 0;
        }
    }
    CHECK(total == 4950 + 33);
}

/* Nobody shares it: the allocator changes nothing. */
static void alone(void)
{
    int result[3];
#pragma omp target map(from : result)
    {
        int one = 1;
#pragma omp allocate(one) allocator(omp_pteam_mem_alloc)
        for (int i = 0; i < 3; i++) {
            one += i;
            result[i] = one;
        }
    }
    CHECK(result[0] == 1 && result[1] == 2 && result[2] == 4);
}

int main(void)
{
    teams_memory();
    clauses(100);
    clauses(1);
    alone();
    return test_end();
}
