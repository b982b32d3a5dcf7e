// expect: R2006 at 9
int f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp task
        {
            if (a[i])
                break;
            a[i] = 1;
        }
    }
    return 0;
}
