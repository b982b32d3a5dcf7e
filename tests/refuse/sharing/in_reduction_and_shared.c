// expect: R3003 at 9
void f(void)
{
    int s = 0;
    #pragma omp target parallel map(tofrom: s)
    #pragma omp single
    #pragma omp taskgroup task_reduction(+: s)
    {
        #pragma omp task in_reduction(+: s) shared(s)
        s += 1;
    }
}
