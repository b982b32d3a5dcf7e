// expect: R2004 at 6
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        #pragma omp teams
        a[0] = n;
    }
}
