// expect: R2004|R2005 at 7
int f(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i])
            return i;
        a[i] = i;
    }
    return -1;
}
