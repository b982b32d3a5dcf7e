// expect: R2004 at 9
void f(int n, int *a)
{
    #pragma omp target parallel for ordered map(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        a[0] += i;
        a[i] = i;
        #pragma omp ordered
        a[1] += i;
    }
}
