// expect: R2001|R2002 at 4, "for"
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel do map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
