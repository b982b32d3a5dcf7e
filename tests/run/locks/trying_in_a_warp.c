// known failure on a GPU: up to 32 threads that try again at once can keep a lane of their warp from ever finding the lock free
/* The same with one warp. */
#define SIZES {1, 2, 5, 8, 31, 32}
#include "trying.c"
