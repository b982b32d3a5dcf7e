// expect: R3001 at 4
void f(int n, int m, double *a)
{
    #pragma omp target map(tofrom: (([n][m])a)[0:n][0:m])
    a[0] = 1;
}
