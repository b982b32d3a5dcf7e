/* Functions of another file: one only computes, one asks for its threads, one has a region of its own. */
#include <omp.h>

#pragma omp declare target
double plain(double x) { return x * x + 1; }

int who(void) { return omp_get_thread_num() + 1000 * omp_get_num_threads(); }

double inner_sum(const double *a, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
#pragma omp end declare target
