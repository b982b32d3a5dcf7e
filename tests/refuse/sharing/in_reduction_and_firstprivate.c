// expect: R3003 at 6
void f(int *a)
{
    int s = 0;
    #pragma omp taskgroup task_reduction(+: s)
    #pragma omp target firstprivate(s) in_reduction(+: s)
    s += a[0];
}
