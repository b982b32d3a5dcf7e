#include "solver.h"

int last(int *x)
{
    return scale(100, x) ? x[99] : -1;
}
