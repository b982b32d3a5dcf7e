// "a" "below_section.c:8"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(1000, sizeof *a), sum = 0;
    #pragma omp target map(to: a[100:50]) map(tofrom: sum)
    sum += a[99] + a[100];
    printf("survived %d\n", sum);
    return 0;
}
