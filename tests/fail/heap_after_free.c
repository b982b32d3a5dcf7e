// "heap_after_free.c:14: error: " "reads 4 bytes after they were freed: byte 4 of the 40 bytes that malloc gave at heap_after_free.c:10" "free was called at heap_after_free.c:13"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *p = malloc(10 * sizeof *p);
        for (int j = 0; j < 10; j++)
            p[j] = j;
        free(p);
        a[0] = p[1];
    }
    printf("survived %d\n", a[0]);
}
