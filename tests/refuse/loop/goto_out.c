// expect: R2006 at 7
int f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        if (a[0])
            goto out;
        a[0] = 1;
    }
    return 0;
out:
    return -1;
}
