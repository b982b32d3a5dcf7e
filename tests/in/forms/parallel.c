#include <omp.h>

void who(int *thread, int n)
{
    #pragma omp target parallel num_threads(n) map(from: thread[0:n])
    thread[omp_get_thread_num()] = omp_get_num_threads();
}
