#include "romp.h"
void saxpy(int n, float a, const float *x, float *y)
{
    /* one element a thread */
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("saxpy.c:4", saxpy_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n),
        romp_value(a))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += a * x[i]; // fused where the hardware can
}
