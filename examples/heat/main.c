/* Usage: heat [points a side] [sweeps] */
#include "heat.h"

#include <stdio.h>
#include <stdlib.h>

static void print_middle(int sweep, const double *row, int n)
{
    printf("heat: after %4d sweeps %.6f in the middle\n", sweep, row[n / 2]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int sweeps = argc > 2 ? atoi(argv[2]) : 1000;
    if (n < 3 || sweeps < 0) {
        fprintf(stderr, "usage: heat [points a side >= 3] [sweeps >= 0]\n");
        return 2;
    }
    plate p = new_plate(n), expected = new_plate(n);

    solve(&p, sweeps, sweeps / 4 + (sweeps < 4), print_middle);
    solve_serially(&expected, sweeps);

    int ok = largest_difference(&p, &expected) == 0.0;
    printf("heat: %d x %d points, %d sweeps, mean %.6f: %s\n", n, n, sweeps, mean(&p), ok ? "ok" : "FAILED");
    free_plate(&p);
    free_plate(&expected);
    return !ok;
}
