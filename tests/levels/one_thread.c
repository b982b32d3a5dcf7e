// One thread runs the region: nothing in it is parallel.
void f(int n, double *x)
{
    #pragma omp target map(tofrom: x[0:n])
    x[0] = n;
}
