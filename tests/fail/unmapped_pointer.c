// "p" "unmapped_pointer.c:10"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(100, sizeof *p), sum = 0;

    /* No clause maps what p points to: the pointer keeps its host value. */
    #pragma omp target map(tofrom: sum)
    for (int i = 0; i < 100; i++)
        sum += p[i];
    printf("survived %d\n", sum);
    return 0;
}
