// expect: R3003 at 6
void f(int *a)
{
    int s = 0;
    #pragma omp taskgroup task_reduction(+: s)
    #pragma omp target in_reduction(+: s) map(tofrom: s)
    s += a[0];
}
