// expect: R6001 at 4
void f(int n, int *a)
{
    #pragma omp target parallel for schedule(dynamic, 4) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
