// expect: R2004 at 7
void f(int n, int *a)
{
    #pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = i;
        #pragma omp ordered
        a[0] += i;
    }
}
