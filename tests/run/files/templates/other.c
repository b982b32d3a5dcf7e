#define TYPE long
#define NAME long
#include "kern.inc"

long other(int n, long *x)
{
    halve_long(n, x);
    return total_long(n, x);
}
