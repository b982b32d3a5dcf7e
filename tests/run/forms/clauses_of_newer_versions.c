// host: skip
/* Clauses of OpenMP 5.2 inside of regions, which gcc 12 does not take by itself. */
#include "../test.h"

#define N 64

#pragma omp begin declare target
#pragma omp declare simd uniform(x) linear(y: step(1)) simdlen(4)
static int add(int x, int y)
{
    return x + y;
}
#pragma omp end declare target

int main(void)
{
    int a[N], s = 0, x = 3, set = 0;

    #pragma omp target parallel num_threads(4) map(tofrom: s)
    #pragma omp scope firstprivate(x) reduction(+: s) allocate(omp_thread_mem_alloc: x)
    {
        x += 1;
        s += x;
    }
    CHECK(s % 4 == 0 && s >= 4 && x == 3);

    s = 0;
    #pragma omp target parallel map(tofrom: s, set)
    #pragma omp single
    {
        #pragma omp task depend(inoutset: s) shared(s)
        {
            #pragma omp atomic
            s += 1;
        }
        #pragma omp task depend(inoutset: s) shared(s)
        {
            #pragma omp atomic
            s += 2;
        }
        #pragma omp taskwait depend(in: s) nowait
        #pragma omp task depend(in: s) shared(s, set)
        set = s;
        #pragma omp taskwait
    }
    CHECK(s == 3 && set == 3);

    #pragma omp target parallel map(from: a)
    {
        #pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = add(1, i);
        #pragma omp cancellation_point parallel
    }
    CHECK(a[N - 1] == N);

    #pragma omp target map(tofrom: a) depend(iterator(i = 0:N), in: a[i]) depend(inoutset: s)
    {
        #pragma omp unroll partial(4)
        for (int i = 0; i < N; i++)
            a[i]--;
    }
    CHECK(a[N - 1] == N - 1);

    #pragma omp target update to(a) depend(iterator(int i = 0:N:2), inout: a[i])
    return test_end();
}
