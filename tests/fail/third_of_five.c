// "in the region of third_of_five.c:20" "main_3"
#include <stdio.h>
#include <stdlib.h>

/* Kernels run on behind their regions; the host waits for all of them at the end only. */
int main(void)
{
    int a[4] = {1, 2, 3, 4}, n = 1000;
    setenv("ROMP_WAIT", "lazy", 1);
    #pragma omp target enter data map(to: a)
    #pragma omp target
    {
        a[0]++;
    }
    #pragma omp target
    {
        a[1]++;
    }
    n *= 2;
    #pragma omp target
    {
        a[n]++;
    }
    #pragma omp target
    {
        a[2]++;
    }
    #pragma omp target
    {
        a[3]++;
    }
    return 0;
}
