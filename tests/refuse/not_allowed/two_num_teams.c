// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for num_teams(2) num_teams(3) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = n;
}
