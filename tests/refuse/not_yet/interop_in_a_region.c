// expect: R6010 at 8
/* Objects are those of the host's libraries. */
#include <omp.h>
void f(int *x, omp_interop_t object)
{
    #pragma omp target map(x[0:1])
    {
        #pragma omp interop use(object)
        x[0] = 1;
    }
}
