// "far_below_section.c:9: error: " "of device memory where nothing is allocated" "the nearest is x[0:100], which begins 399999996 bytes behind" "x[0:100] (400 bytes) was mapped at far_below_section.c:8"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *x = calloc(100, sizeof *x), k = 100000000;
#pragma omp target map(tofrom: x[0:100])
    x[1 - k] = 3;
    printf("survived %d\n", x[3]);
}
