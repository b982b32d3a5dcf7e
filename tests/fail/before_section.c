// "before_section.c:10: error: " "reads 8 bytes just before u[0:n]" "u[0:n] (8192 bytes) was mapped at before_section.c:9"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 1024;
    double *u = calloc(n, sizeof *u), s = 0;
#pragma omp target map(to: u[0:n]) map(tofrom: s)
    s = u[-1];
    printf("survived %g\n", s);
    return 0;
}
