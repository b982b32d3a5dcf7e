#include "heat.h"

void solve(plate *p, int sweeps, int interval, void (*probe)(int sweep, const double *row, int n))
{
    int n = p->n;
    double *now = p->now, *next = p->next;
    int middle = AT(n / 2, 0, n);

    /* Both planes stay on the device during all sweeps. */
    #pragma omp target data map(tofrom: now[0:n * n], next[0:n * n])
    for (int sweep = 1; sweep <= sweeps; sweep++) {
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[AT(i, j, n)] = relaxed(now, i, j, n);

        double *swap = now;
        now = next;
        next = swap;

        if (sweep % interval == 0) {
            #pragma omp target update from(now[middle:n])
            probe(sweep, &now[middle], n);
        }
    }
    p->now = now;
    p->next = next;
}
