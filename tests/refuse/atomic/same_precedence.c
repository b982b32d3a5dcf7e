// expect: R2006 at 7
void f(int n, double *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        a[0] = a[0] * 2 / 3;
    }
}
