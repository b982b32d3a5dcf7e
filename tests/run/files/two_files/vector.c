#include "vector.h"

#pragma omp declare target
double gravity = 9.5;
const int weights[4] = {1, 10, 100, 1000};

static vec turned(vec v)
{
    return (vec){-v.y, v.x};
}

vec rotated(vec v, int quarter_turns)
{
    for (int k = 0; k < quarter_turns; k++)
        v = turned(v);
    return v;
}
#pragma omp end declare target

double sum_of_lengths(int n, const vec *v)
{
    double lengths[100], sum = 0;
    #pragma omp target teams distribute parallel for map(to: v[0:n]) map(from: lengths)
    for (int i = 0; i < n; i++)
        lengths[i] = squared_length(v[i]) + gravity;
    for (int i = 0; i < n; i++)
        sum += lengths[i];
    return sum;
}
