#include "heat.h"

void solve_serially(plate *p, int sweeps)
{
    int n = p->n;
    for (int sweep = 1; sweep <= sweeps; sweep++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                p->next[AT(i, j, n)] = relaxed(p->now, i, j, n);
        double *swap = p->now;
        p->now = p->next;
        p->next = swap;
    }
}
