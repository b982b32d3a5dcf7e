// "heap_unwritten.c:11: error: " "reads 4 bytes of the 40 bytes that malloc gave at heap_unwritten.c:10 and that nobody has written"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *p = malloc(10 * sizeof *p);
        a[0] = p[3];
        free(p);
    }
    printf("survived %d\n", a[0]);
}
