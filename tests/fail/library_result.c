// "library_result.c:11: error: " "writes 8 bytes just past the end of s" "in both, called by the region of library_result.c:18 at library_result.c:20"
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

double s[4], c[8];

#pragma omp declare target
static void both(double x, double *sine, double *cosine)
{
    sincos(x, sine, cosine);
}
#pragma omp end declare target

int main(void)
{
    double x = 0.5;
#pragma omp target map(from: s, c)
    for (int i = 0; i < 8; i++)
        both(x + i, &s[i], &c[i]);
    printf("survived %g\n", s[3]);
    return 0;
}
