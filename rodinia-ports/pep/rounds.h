/* EP in OpenMP: rounds of as many batches as are held at a time, for both variants, which define what a round does. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "pep.h"

/* Makes the numbers of `here` batches from `first` on. */
static void make(int first, int here, double *x);

/* Adds what these batches hold. */
static void tally(int here, const double *x, struct deviates *deviates);

static void add(double sum_x, double sum_y, const int64_t *count, struct deviates *deviates)
{
    deviates->sum_x += sum_x;
    deviates->sum_y += sum_y;
    for (int square = 0; square < SQUARES; square++)
        deviates->count[square] += count[square];
}

void solve(int batches, struct deviates *deviates)
{
    int most = batches < ROUND ? batches : ROUND;
    double *x = port_allocate((size_t)most * NUMBERS, sizeof *x);
    memset(deviates, 0, sizeof *deviates);
#pragma omp target data map(alloc : x[0 : (size_t)most * NUMBERS])
    for (int first = 0; first < batches; first += most) {
        int here = first + most < batches ? most : batches - first;
        make(first, here, x);
        tally(here, x, deviates);
    }
    free(x);
}

#endif
