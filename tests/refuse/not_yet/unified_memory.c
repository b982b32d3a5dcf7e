// expect: R6010 at 2
#pragma omp requires self_maps
void f(int *a)
{
    #pragma omp target
    a[0] = 1;
}
