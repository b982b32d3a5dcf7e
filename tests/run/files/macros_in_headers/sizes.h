/* Sizes, some of which the command line may give. */
#ifndef SIZES_H
#define SIZES_H
#ifndef SIDE
#define SIDE 12
#endif
#define HALO 1 + 1
#define PADDED (SIDE + 2 * (HALO))
#define AREA (PADDED * PADDED)
#define AT(r, c) (((r) + HALO) * PADDED + (c) + HALO)
void sweep(int *field, int times);
int side_of_sweep(void);
#endif
