// "heap_before.c:8: error: " "reads 4 bytes just before the 40 bytes that malloc gave at heap_before.c:16" "in before, called by the region of heap_before.c:14"
#include <stdio.h>
#include <stdlib.h>

#pragma omp begin declare target
static int before(const int *p)
{
    return p[-1];
}
#pragma omp end declare target
int main(void)
{
    int a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *p = calloc(10, sizeof *p);
        a[0] = before(p);
        free(p);
    }
    printf("survived %d\n", a[0]);
}
