// expect: R4001 at 8
#include <complex.h>
void f(double *out)
{
    #pragma omp target map(from: out[0:2])
    {
        double complex z = 1 + I;
        long double complex w = z;
        out[0] = creal(z);
        out[1] = creall(w);
    }
}
