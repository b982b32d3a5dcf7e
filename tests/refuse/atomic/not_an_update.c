// expect: R2006 at 7
void f(int n, int *a, int *b)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        a[0] = b[0] + 1;
    }
}
