// expect: R3001|R1001|R3002 at 4
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for num_teams(nosuch) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
