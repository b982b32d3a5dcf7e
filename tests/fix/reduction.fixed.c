/* Sums that threads and teams update at once, in each spelling, with names that macros hide. */
#include <math.h>
#define N 1000
#define FOR for

double all(int n, const double *x)
{
    double s = 0, product = 1, most = 0;
    int count = 0;
    unsigned bits = 0;
    #pragma omp target teams distribute parallel for \
        map(to: x[0:n]) reduction(+: s) reduction(*: product) reduction(max: most) reduction(+: count) reduction(|: bits)   /* all of them */
    FOR (int i = 0; i < n; i++) {
        s += x[i];
        product = product * 1.0;
        most = fmax(most, x[i]);
        count++;
        bits |= 1u << (i % 3);
    }
    return s + product + most + count + bits;
}

double apart(int n, const double *x)
{
    double s = 0;
    #pragma omp target map(to: x[0:N]) map(tofrom: s)
    #pragma omp teams distribute reduction(+: s)
    for (int b = 0; b < 10; b++) {
        #pragma omp parallel for reduction(+: s)
        for (int i = b * n / 10; i < (b + 1) * n / 10; i++)
            s -= x[i];
    }
    return s;
}

double region(int n, const double *x)
{
    double s = 0;
    #pragma omp target map(to: x[0:n]) map(s)
    {
        #pragma omp parallel reduction(+: s)
        {
            #pragma omp for
            for (int i = 0; i < n; i++)
                s = x[i] + s;
        }
    }
    return s;
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 1;
    double got = all(N, x);
    if (got != N + 1 + 1 + N + 7)
        return 1;
    if (apart(N, x) != -N)
        return 2;
    return region(N, x) != N;
}
