// Two loops of one function and a reduction.
#include <stdio.h>

static int twice(int x) { return 2 * x; }

void smooth(int n, double *x, double *y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
    for (int i = 1; i < n - 1; i++)
        y[i] = (x[i - 1] + x[i + 1]) / 2;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
    for (int i = 1; i < n - 1; i++)
        y[i] = (x[i - 1] + x[i + 1]) / twice(i);
}

double sum(int n, double *x)
{
    double s = 0;
    #pragma omp target map(tofrom: s) map(to: x[0:n])
    {
        double all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        s = all;
    }
    return s;
}
