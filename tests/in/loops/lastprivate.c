int last_even(int n, const int *a)
{
    int last = -1, at = 0;
    #pragma omp target teams distribute parallel for lastprivate(at) map(tofrom: at) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        at = a[i] % 2 ? -i : i;
    last = at;
    return last;
}
