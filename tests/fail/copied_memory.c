// "copied_memory.c:11: error: " "reads 80 bytes that reach past the end of h[0:5]" "h[0:5] (40 bytes) was mapped at copied_memory.c:10"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    double *h = calloc(10, sizeof *h), r[10];
    int n = 10;
#pragma omp target map(from: r) map(to: h[0:5])
    memcpy(r, h, n * sizeof *h);
    printf("survived %g\n", r[3]);
    return 0;
}
