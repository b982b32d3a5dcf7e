// expect: R6011 at 5
void f(void)
{
    int a = 0;
    #pragma omp target map(tofrom: a) depend(out: omp_all_memory)
    a++;
}
