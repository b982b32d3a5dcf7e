// expect: R6024 at 6
#pragma omp declare target
static int total;
static void add(int n)
{
    #pragma omp task in_reduction(+: total)
    total += n;
}
#pragma omp end declare target
void f(void)
{
    #pragma omp target
    #pragma omp parallel reduction(task, +: total)
    add(3);
}
