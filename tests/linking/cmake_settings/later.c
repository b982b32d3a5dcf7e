#include <omp.h>

#ifdef __STRICT_ANSI__
#define STANDARD __STDC_VERSION__
#else
#define STANDARD 0
#endif

long later(void)
{
    long sum = 0;
    #pragma omp target map(tofrom: sum)
    sum = omp_is_initial_device() ? -1 : OF_FILE + STANDARD;
    return sum;
}
