// expect: R6021 at 6
void f(unsigned n, int *a)
{
    #pragma omp target parallel for collapse(2) map(tofrom: a[0:n])
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j != n; j++)
            a[j] += i;
}
