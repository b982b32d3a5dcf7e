/* schedule(runtime): by the device's first value, and by what the program sets. */
#include <omp.h>

void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for schedule(runtime) map(tofrom: x[:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void rows(int n, double *x)
{
    #pragma omp target map(tofrom: x[:n])
    {
        omp_set_schedule(omp_sched_dynamic, n / 100);
        #pragma omp parallel num_threads(64)
        {
            #pragma omp for schedule(runtime) nowait
            for (int i = 0; i < n; i++)
                x[i] += i;
            #pragma omp for schedule(runtime)
            for (int i = 0; i < n; i++)
                x[i] -= omp_get_thread_num();
        }
    }
}
