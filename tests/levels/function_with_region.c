// A device function forks a region of its own; the kernel's workers find it by number.
#pragma omp declare target
static void scale(int n, double *x, double by)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] *= by;
}
#pragma omp end declare target
void f(int n, double *x)
{
    #pragma omp target map(tofrom: x[0:n])
    {
        scale(n, x, 2);
        scale(n, x, 0.5);
    }
}
