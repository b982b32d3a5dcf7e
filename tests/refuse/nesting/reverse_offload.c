// expect: R6011 at 5
#pragma omp declare target
void g(int *p)
{
    #pragma omp target device(ancestor: 1) map(always, tofrom: p[0:1])
    p[0]++;
}
void f(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    #pragma omp target device(ancestor: 1) map(always, tofrom: x[0:1])
    {
        #pragma omp task depend(out: omp_all_memory)
        x[0]++;
    }
}
#pragma omp end declare target
