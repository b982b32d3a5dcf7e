// expect: R2002 at 6
/* A misspelt clause hides no error of another construct: of sharing or nesting. */
void f(int n, double *a)
{
    int s = 0;
    #pragma omp target map(tofrm: s)
    s = 1;
    #pragma omp target teams distribute parallel for default(none)
    for (int i = 0; i < n; i++)
        a[i] = s;
    #pragma omp target teams map(tofrom: a[0:n])
    #pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++)
        a[i] = i;
    /* Of this one only the clause is told: what it would be without it is not known. */
    #pragma omp target teams distribute parallel for default(none) colapse(2)
    for (int i = 0; i < n; i++)
        a[i] = s;
}
