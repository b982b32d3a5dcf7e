// expect: R6024 at 7
void f(int *x)
{
    int s = 0;
    #pragma omp target parallel map(tofrom: s)
    {
        #pragma omp task in_reduction(+: s)
        s++;
    }
    *x = s;
}
