// expect: R2004 at 8
void f(int n, int (*a)[4])
{
    #pragma omp target parallel for ordered map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < 4; j++) {
            #pragma omp ordered threads simd
            a[i][j] = i;
        }
    }
}
