// expect: R2006 at 11
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        switch (n) {
        case 1:;
            #pragma omp barrier
            a[0] = 1;
        case 2:
            #pragma omp barrier
            a[1] = 1;
        }
    }
}
