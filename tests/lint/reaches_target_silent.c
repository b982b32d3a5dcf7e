// silent
#include <omp.h>
// Device constructs that only the host reaches.
static void copy(int n, int *x)
{
#pragma omp target update to(x[0:n])
}
static int asks(int n, int *x)
{
    if (omp_is_initial_device()) {
        copy(n, x);
#pragma omp target update from(x[0:n])
    }
    return x[0];
}
static int leaves(int n, int *x)
{
    if (!omp_is_initial_device())
        return n;
#pragma omp target map(tofrom: x[0:n])
    x[0] = n;
    return x[0];
}
static int plain(int n) { return n + 1; }

void all(int *x, int n)
{
    copy(n, x);
#pragma omp target map(tofrom: x[0:n])
    {
        x[0] = plain(n) + asks(n, x) + leaves(n, x);
        // romp2cuda: allow(possible-nesting)
        copy(n, x);
    }
}
