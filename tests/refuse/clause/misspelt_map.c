// expect: R2002 at 4, "map"
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for mapp(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
