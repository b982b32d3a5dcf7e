// expect: R6013 at 4
void f(int n, int *a)
{
    #pragma omp metadirective when(user={condition(n > 10)}: target teams distribute parallel for map(tofrom: a[0:n])) \
        otherwise(target map(tofrom: a[0:n]))
    for (int i = 0; i < n; i++)
        a[i] = i;
}
