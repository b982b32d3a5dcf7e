// expect: R6011 at 8
void f(void)
{
    int a = 0;
    #pragma omp target parallel map(tofrom: a)
    #pragma omp single
    {
        #pragma omp task shared(a) depend(out: omp_all_memory)
        a++;
    }
}
