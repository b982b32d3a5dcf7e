// expect: R2003 at 4
void f(int *a, int n)
{
    #pragma omp target teams num_teams(8: 2) map(a[0:n])
    a[0] = n;
}
