#ifndef HOTSPOT3D_H
#define HOTSPOT3D_H

#include "port.h"

/* A chip of `layers` by `rows` by `columns` cells, layer by layer and row by row. A step makes a cell's temperature of
   its own, those of its six neighbours, its power and the temperature of the air. */
struct chip {
    int layers;
    int rows;
    int columns;
    int steps;
    const float *power;
    /* The weights of the cell itself, of its neighbours along each direction, and of its power. */
    float itself;
    float along_row;
    float along_column;
    float across_layers;
    float of_power;
    float air;
};

#ifdef __cplusplus
extern "C"
#endif
/* Takes the temperatures (`layers` by `rows` by `columns`) through all steps, in place. */
void solve(const struct chip *chip, float *temperature);

#endif
