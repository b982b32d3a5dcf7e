// expect: R2004 at 5
#pragma omp begin declare target
void f(int n, int *a)
{
    #pragma omp loop
    for (int i = 0; i < n; i++)
        a[i] = i;
}
#pragma omp end declare target
