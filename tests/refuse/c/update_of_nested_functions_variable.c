// expect: R6010 at 8
int n = 3, a[8];
int f(void)
{
    typedef int number;
    void put(void) {
        for (number n = 0; n < 2; n++) {
            #pragma omp target update to(a[n:1])
        }
    }
    #pragma omp target data map(a)
    put();
    return a[7];
}
