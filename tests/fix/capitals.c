/* Directives and clauses in capitals, names in front of clauses that are near to other names. */
#pragma omp Begin Declare Target
int f(int a)
{
    return a + 1;
}
#pragma omp end declre target

int main(void)
{
    int a[30] = {0}, s = 0;
    #pragma omp TARGET MAP(a)
    a[1] = f(2);
    #pragma omp Target Teams Distribute Parallel For Map(ToFrom: a)
    for (int i = 0; i < 30; i++)
        a[i]++;
    #pragma omp targt map(a) nowait
    a[2] = 4;
    #pragma omp TASKWAIT
    #pragma omp TARGET PARALLEL FOR SIMD REDUCTION(+: s)
    for (int i = 0; i < 30; i++)
        s += a[i];
    return s != 3 + 28 + 4 + 1;
}
