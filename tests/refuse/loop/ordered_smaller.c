// expect: R2005 at 4
void f(int n, int *a)
{
    #pragma omp target parallel for collapse(2) ordered(1) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            #pragma omp ordered depend(source)
            a[i] += j;
        }
}
