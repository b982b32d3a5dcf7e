/* Directives and clauses in capitals, names in front of clauses that are near to other names. */
#pragma omp begin declare target
int f(int a)
{
    return a + 1;
}
#pragma omp end declare target

int main(void)
{
    int a[30] = {0}, s = 0;
    #pragma omp target map(a)
    a[1] = f(2);
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 30; i++)
        a[i]++;
    #pragma omp target map(a) nowait
    a[2] = 4;
    #pragma omp taskwait
    #pragma omp target parallel for simd reduction(+: s)
    for (int i = 0; i < 30; i++)
        s += a[i];
    return s != 3 + 28 + 4 + 1;
}
