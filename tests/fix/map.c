/* Memory that nothing maps, a pointer in place of its elements, and values that `from` does not bring. */
#include <stdlib.h>
#define COUNT 64

double first(int n)
{
    double *x = malloc(sizeof(double) * (n + 1)), s = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    #pragma omp target map(tofrom: s)
    s = x[n - 1];
    free(x);
    return s;
}

int counted(void)
{
    int *x = calloc(COUNT, sizeof *x);
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < COUNT; i++)
        x[i] = i;
    int last = x[COUNT - 1];
    free(x);
    return last;
}

int named(int n)
{
    int *x = (int *)malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = 1;
    #pragma omp target map(tofrom: x)
    for (int i = 0; i < n; i++)
        x[i]++;
    int last = x[n - 1];
    free(x);
    return last;
}

void add(int n, const double *x, double *y, double *z)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n], z[0:n])
    for (int i = 0; i < n; i++) {
        y[i] += x[i];
        z[i] = x[i];
    }
}

int main(void)
{
    double x[10], y[10], z[10];
    for (int i = 0; i < 10; i++)
        x[i] = y[i] = i;
    add(10, x, y, z);
    return first(9) != 8 || counted() != COUNT - 1 || named(12) != 2 || y[9] != 18 || z[4] != 4;
}
