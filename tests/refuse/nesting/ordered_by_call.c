// expect: R2004 at 14
static void append(int *log, int *n, int i)
{
    #pragma omp ordered
    log[(*n)++] = i;
}
void f(int *log, int *n)
{
    #pragma omp target parallel map(tofrom: log[0:100], n[0:1])
    {
        #pragma omp for ordered
        for (int i = 0; i < 100; i++) {
            #pragma omp critical
            append(log, n, i);
        }
    }
}
