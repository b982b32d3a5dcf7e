// "before_unmapped.c:11: error: " "reads 8 bytes of the host's memory at u - 8 bytes, which is not mapped" "map(u[0:n]), with the number of its elements, brings it to the device"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double s = 0;
    double *u = calloc(100, sizeof *u);
    /* Nothing maps what u points to. */
#pragma omp target map(tofrom: s)
    s = u[-1];
    printf("survived %g\n", s);
    return 0;
}
