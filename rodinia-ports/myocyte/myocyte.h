#ifndef MYOCYTE_H
#define MYOCYTE_H

#include "port.h"

/* The variables of a cell: 46 of its electricity and its calcium, and 15 of calmodulin in each of three places. */
enum { CELL = 46, CALMODULIN = 15, PLACES = 3, EQUATIONS = CELL + PLACES * CALMODULIN };

/* What a place holds of calmodulin and of what binds it, in micromoles a litre. */
struct contents {
    double calmodulin, buffer, kinase, calcineurin, phosphatase;
};

/* What cells differ in. */
struct cell {
    double cycle;    /* from one beat to the next, in milliseconds */
    double stimulus; /* at the start of a beat */
    struct contents place[PLACES];
};

struct simulation {
    int cells;
    const struct cell *cell;
    const double *start; /* [EQUATIONS]: of every cell */
    int records;
    double interval;     /* from one record to the next, in milliseconds */
};

#ifdef __cplusplus
extern "C"
#endif
/* Writes the state of each cell at each record, the first of which is the start: [cells][records + 1][EQUATIONS]. */
void solve(const struct simulation *simulation, double *record);

#ifdef __CUDACC__
#define DEVICE_FUNCTION static __device__ __forceinline__
#define DEVICE_TABLE static __constant__ const
#else
#define DEVICE_FUNCTION static inline
#define DEVICE_TABLE static const
#endif

#endif
