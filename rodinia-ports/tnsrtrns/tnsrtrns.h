#ifndef TNSRTRNS_H
#define TNSRTRNS_H

#include "port.h"

/* A tensor of four dimensions; the last is the fastest. */
struct tensor {
    int extent[4];
    const double *element;
};

/* Each permutation gives a tensor whose dimension d is dimension permutation[d] of the given one. */
enum { PERMUTATIONS = 3 };
static const int permutations[PERMUTATIONS][4] = {{3, 2, 1, 0}, {1, 0, 3, 2}, {0, 3, 2, 1}};

/* One permutation as a loop nest: the fastest dimension of what is read, x, the fastest of what is written, y, and the
   other two, u and v; how many there are of each, and how far its elements lie apart on either side. */
struct nest {
    int nx, ny, nu, nv;
    size_t from_y, from_u, from_v, to_x, to_u, to_v;
};

static inline struct nest nest_of(const struct tensor *t, const int *permutation)
{
    size_t from[4], to[4], step = 1;
    for (int d = 3; d >= 0; d--) {
        from[d] = step;
        step *= t->extent[d];
    }
    step = 1;
    for (int d = 3; d >= 0; d--) {
        to[permutation[d]] = step;
        step *= t->extent[permutation[d]];
    }
    int y = permutation[3], u = y == 0 ? 1 : 0, v = 3 - y - u;
    struct nest n = {t->extent[3], t->extent[y], t->extent[u], t->extent[v], from[y], from[u], from[v], to[3], to[u],
                     to[v]};
    return n;
}

#ifdef __cplusplus
extern "C"
#endif
/* Writes the permuted tensors to `result`, one behind the other. */
void solve(const struct tensor *tensor, double *result);

#endif
