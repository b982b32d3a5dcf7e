// expect: R6010 at 5
void f(void)
{
    int a = 0;
    #pragma omp target parallel single map(tofrom: a)
    a++;
}
