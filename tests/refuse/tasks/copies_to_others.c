// expect: R6024 at 7
#pragma omp declare target
void add(int n, long *sum);
#pragma omp end declare target
void f(long sum)
{
    #pragma omp target parallel reduction(task, +: sum)
    add(3, &sum);
}
