// expect: R2005 at 5
void f(int n, int *a)
{
    #pragma omp target parallel for ordered(2) map(tofrom: a[0:n])
    for (int i = 1; i < n; i++) {
        #pragma omp ordered doacross(sink: i - 1)
        a[i] += a[i - 1];
        #pragma omp ordered doacross(source:)
    }
}
