// expect: R6024 at 8
#include <omp.h>
void f(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    {
        omp_depend_t d;
        #pragma omp depobj(d) depend(inout: x[0])
        #pragma omp task depend(depobj: d) shared(x)
        x[0] = 5;
        #pragma omp depobj(d) destroy
    }
}
