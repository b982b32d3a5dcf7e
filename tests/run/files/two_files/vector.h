#ifndef VECTOR_H
#define VECTOR_H

#pragma omp declare target
typedef struct {
    double x, y;
} vec;

extern double gravity;
extern const int weights[4];
vec rotated(vec v, int quarter_turns);

static inline double squared_length(vec v)
{
    return v.x * v.x + v.y * v.y;
}
#pragma omp end declare target

double sum_of_lengths(int n, const vec *v);

#endif
