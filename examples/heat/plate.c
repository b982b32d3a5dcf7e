#include "heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

plate new_plate(int n)
{
    size_t bytes = (size_t)n * (size_t)n * sizeof(double);
    plate p = {n, calloc(1, bytes), malloc(bytes)};
    if (!p.now || !p.next) {
        fprintf(stderr, "heat: no memory for %d x %d points\n", n, n);
        exit(2);
    }
    for (int k = 0; k < n; k++) {
        p.now[AT(0, k, n)] = 100.0;                 /* hot edge */
        p.now[AT(k, 0, n)] = 100.0 * (n - 1 - k) / (n - 1);
    }
    memcpy(p.next, p.now, bytes);
    return p;
}

void free_plate(plate *p)
{
    free(p->now);
    free(p->next);
    *p = (plate){0};
}

double largest_difference(const plate *a, const plate *b)
{
    double largest = 0.0;
    for (int k = 0; k < a->n * a->n; k++) {
        double difference = a->now[k] - b->now[k];
        if (difference < 0)
            difference = -difference;
        if (difference > largest)
            largest = difference;
    }
    return largest;
}

double mean(const plate *p)
{
    double sum = 0.0;
    for (int k = 0; k < p->n * p->n; k++)
        sum += p->now[k];
    return sum / p->n / p->n;
}
