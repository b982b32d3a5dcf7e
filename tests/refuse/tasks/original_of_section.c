// expect: R6024 at 13
#pragma omp declare reduction(more: int: omp_out += omp_in) initializer(omp_priv = omp_orig)

void f(int *x)
{
    #pragma omp target map(tofrom: x[:4])
    #pragma omp parallel
    #pragma omp single
    #pragma omp taskgroup task_reduction(more: x[0:4])
    for (int i = 0; i < 100; i++)
    {
        /* A copy of the section would have to be kept. */
        #pragma omp task in_reduction(more: x[0:4])
        x[i % 4]++;
    }
}
