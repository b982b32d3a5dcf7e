// expect: R6001 at 2
#pragma omp requires unified_shared_memory
void f(int n, int *a)
{
    #pragma omp target
    a[0] = n;
}
