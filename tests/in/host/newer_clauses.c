/* Clauses of OpenMP 5.2 that the host's compiler gets in older words. */
#include <omp.h>

int teams(int c, int n)
{
    int r = 0;
    #pragma omp target teams if(teams: c) num_teams(2: n) map(tofrom: r)
    {
        #pragma omp atomic
        r++;
    }
    #pragma omp target map(tofrom: r)
    {
        #pragma omp teams distribute parallel for if(teams distribute parallel for: n > 4) reduction(+: r)
        for (int i = 0; i < n; i++)
            r += i;
    }
    return r;
}

void before(int n, int *a)
{
    #pragma omp target parallel for ordered(1) map(tofrom: a[0:n])
    for (int i = n - 1; i > 1; i -= 2) {
        #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
        a[i - 2] += a[i];
        #pragma omp ordered doacross(source: omp_cur_iteration)
    }
}

void rows(int n, int *a)
{
    #pragma omp target parallel for collapse(2) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = i; j != n; j++)
            if (i + j == n)
                a[j] = i;
    #pragma omp target parallel for map(tofrom: a[0:n])
    #pragma omp reverse
    for (long i = 7; i != 7; i++)
        a[i] = 0;
}

void objects(int x)
{
    #pragma omp target parallel map(tofrom: x)
    {
        #pragma omp single
        {
            omp_depend_t e[2];
            #pragma omp depobj(e[1]) depend(inout: x)
            #pragma omp task depend(depobj: e[1])
            x = 7;
            #pragma omp taskwait
            #pragma omp depobj(e[1]) destroy(e[1])
        }
    }
}
