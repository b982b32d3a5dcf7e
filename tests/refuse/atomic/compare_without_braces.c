// expect: R2006 at 8
void f(int n, int *most, const int *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: most[0:1]) map(to: x[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic compare
        if (most[0] < x[i])
            most[0] = x[i];
    }
}
