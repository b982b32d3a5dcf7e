// "heap_freed_twice.c:14: error: " "frees the 40 bytes that malloc gave at heap_freed_twice.c:10 once more" "free was called for them at heap_freed_twice.c:13 before"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *p = malloc(10 * sizeof *p);
        a[0] = p != NULL;
        free(NULL);
        free(p);
        free(p);
    }
    printf("survived %d\n", a[0]);
}
