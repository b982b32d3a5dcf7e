// expect: R2004 at 6
void f(int n, int *a)
{
    #pragma omp target parallel for simd ordered map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        a[i] = i;
    }
}
