/* The same with one warp, whose lanes the hardware runs one after the other: it may be always the same one that finds
 * the lock taken. */
#define SIZES {1, 2, 5, 8, 31, 32}
#include "trying.c"
