#include "shared.h"

void add_there(int *to, int by)
{
    #pragma omp critical(both)
    *to = *to + by;
}

void count_there(int *x, int n)
{
    int count = 0;
    #pragma omp target teams distribute parallel for map(tofrom: count)
    for (int i = 0; i < n; i++) {
        #pragma omp critical
        count = count + 1;
    }
    *x = count;
}
