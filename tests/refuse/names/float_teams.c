// expect: R3001|R3002|R2002 at 5
void f(int n, int *a)
{
    struct s { int x; } s = {4};
    #pragma omp target teams distribute parallel for num_teams(s) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
