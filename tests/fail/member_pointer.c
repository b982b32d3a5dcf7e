// "member_pointer.c:13: error: " "of the host's memory that g.cells leads to" "g was mapped at member_pointer.c:11 with the pointer g.cells, but not what that points to" "map(tofrom: g.cells[0:n])"
#include <stdio.h>
#include <stdlib.h>

struct grid { int nx, ny; double *cells; };

int main(void)
{
    struct grid g = {10, 10, NULL};
    g.cells = calloc(100, sizeof(double));
#pragma omp target teams distribute parallel for map(tofrom: g)
    for (int i = 0; i < g.nx * g.ny; i++)
        g.cells[i] = i;
    printf("survived %g\n", g.cells[99]);
    return 0;
}
