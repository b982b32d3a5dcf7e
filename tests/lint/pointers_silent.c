// silent
#include <stdlib.h>
void other_file(double *x);
static void bring(int n, double *x)
{
    #pragma omp target enter data map(to: x[0:n])
}

double mapped(int n, double *given)
{
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z), sum = 0;
    double *w = malloc(n * sizeof *w), *v = w, *start = malloc(n * sizeof *start);
    bring(n, x);
    other_file(z);
    #pragma omp target enter data map(to: y[0:n], v[0:n])
    #pragma omp target map(tofrom: sum)
    sum = x[0] + y[0] + z[0] + w[0] + given[0];
    // The address alone, and one that is compared.
    #pragma omp target map(tofrom: sum)
    sum += start != 0;
    #pragma omp target map(to: given) map(tofrom: given[0:n])
    given[0] = sum;
    #pragma omp target exit data map(delete: y[0:n], v[0:n])
    free(start);
    return sum;
}

int literals(int n)
{
    const char *mapped = "of the host", *passed = "elsewhere";
    int second = 0;
    #pragma omp target map(from: second) map(to: mapped[0:n])
    second = mapped[1];
    #pragma omp target map(tofrom: second)
    second += passed != 0;
    return second;
}
