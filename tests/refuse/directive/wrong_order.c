// expect: R2001 at 4
void f(int n, int *a)
{
    #pragma omp teams target distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}
