#include "merge_neighbours.c"
