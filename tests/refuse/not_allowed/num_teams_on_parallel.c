// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target parallel for map(tofrom: a[0:n]) num_teams(4)
    for (int i = 0; i < n; i++)
        a[i] = n;
}
