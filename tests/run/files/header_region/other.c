#include "kernels.h"

void halve(double *p, int n);

void halve(double *p, int n)
{
    scale(p, n, 0.5);
}
