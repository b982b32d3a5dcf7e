// expect: R6021 at 4
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n])
    #pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
