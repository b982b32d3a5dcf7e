// expect: R2005 at 5
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (float x = 0; x < n; x += 1)
        a[(int)x] = 1;
}
