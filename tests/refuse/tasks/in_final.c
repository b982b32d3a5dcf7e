// expect: R6001 at 6
#include <omp.h>
#pragma omp declare target
static int depth(int n)
{
    if (omp_in_final() || n == 0)
        return n;
    int result;
    #pragma omp task shared(result) final(n < 3)
    result = depth(n - 1);
    #pragma omp taskwait
    return result + 1;
}
#pragma omp end declare target
int f(int n)
{
    int result;
    #pragma omp target map(from: result)
    result = depth(n);
    return result;
}
