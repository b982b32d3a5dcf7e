// "heap_freed_inside.c:12: error: " "frees an address 4 bytes behind the begin of the 40 bytes that malloc gave at heap_freed_inside.c:10" "free takes what malloc returned"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *p = malloc(10 * sizeof *p);
        a[0] = p != NULL;
        free(p + 1);
    }
    printf("survived %d\n", a[0]);
}
