#include <omp.h>

int values(void)
{
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    sum = omp_is_initial_device() ? -1 : OF_C + OF_TARGET + OF_SHELL;
    return sum;
}
