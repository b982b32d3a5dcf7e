// expect: R2006 at 8
void f(int n, int *a, int *b)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        int v;
        #pragma omp atomic capture
        { v = b[0]; a[0] += i; }
        b[i] = v;
    }
}
