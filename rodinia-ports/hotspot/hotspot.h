#ifndef HOTSPOT_H
#define HOTSPOT_H

#include "port.h"

/* A chip of `rows` by `columns` cells, row by row. A step moves heat between a cell and its four neighbours, its own
   power and the air around the chip. */
struct chip {
    int rows;
    int columns;
    int steps;
    const float *power;
    /* How much a step's flow of heat warms a cell, and the conductances along a column, along a row and to the air. */
    float warming;
    float along_column;
    float along_row;
    float to_air;
    float air;
};

#ifdef __cplusplus
extern "C"
#endif
/* Takes the temperatures (`rows` by `columns`) through all steps, in place. */
void solve(const struct chip *chip, float *temperature);

#endif
