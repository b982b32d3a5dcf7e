// expect: R2004 at 14
static void meet(void)
{
    for (int i = 0; i < 2; i++) {
        #pragma omp barrier
    }
}
static void outer(void) { meet(); }
void f(void)
{
    #pragma omp target parallel
    {
        #pragma omp single
        outer();
    }
}
