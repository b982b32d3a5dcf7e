/* Masks in OpenMP: a byte a node, of which those of four nodes can be loaded at once. */
#ifndef MASKS_H
#define MASKS_H

#define FOUR 4

struct four {
    unsigned char of[FOUR];
} __attribute__((aligned(FOUR)));

#endif
