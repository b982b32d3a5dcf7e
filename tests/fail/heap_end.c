// "heap_end.c:12: error: " "writes 4 bytes just past the end of the 40 bytes that malloc gave at heap_end.c:10"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[10] = {0}, k = 10;
#pragma omp target map(tofrom: a)
    {
        int *p = malloc(10 * sizeof *p);
        for (int j = 0; j <= k; j++)
            p[j] = j;
        a[0] = p[1];
        free(p);
    }
    printf("survived %d\n", a[0]);
}
