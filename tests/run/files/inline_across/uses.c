#define BASE 10
#include "inline.h"

int other_file(int x)
{
    int v = 0;
    #pragma omp target map(from: v)
    v = declared_before(x) + declared_behind(x) + in_each_file(x);
    return v;
}
