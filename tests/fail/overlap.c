// "a[30:40]" "overlap.c:10"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(100, sizeof *a);
    #pragma omp target data map(tofrom: a[0:50])
    {
        #pragma omp target map(tofrom: a[30:40])
        a[60] = 1;
    }
    puts("survived");
    return 0;
}
