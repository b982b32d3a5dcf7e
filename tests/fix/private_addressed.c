// unchanged
/* A variable whose address a function gets is not made private without being asked: the function may read what another
   iteration wrote, and so may one behind the construct. */
#pragma omp declare target
static void highest(int *most, int i)
{
    if (*most < i)
        *most = i;
}
#pragma omp end declare target

int rows(int n, const int *a, int *y)
{
    int most = 0, last = 0;
    #pragma omp target map(to: a[0:n]) map(from: y[0:n]) map(tofrom: most, last)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            highest(&most, a[i]);
            y[i] = most;
        }
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            last = a[i];
            y[i] += last;
        }
    }
    highest(&last, 3);
    return last + most;
}
