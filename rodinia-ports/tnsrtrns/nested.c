/* Tensor transpose: a team takes a tile of the two fastest dimensions to its own memory, as it lies in what is read,
   and writes it as it lies in what is written. */
#include "tnsrtrns.h"

#define TILE 32

void solve(const struct tensor *tensor, double *result)
{
    const int *e = tensor->extent;
    size_t elements = (size_t)e[0] * e[1] * e[2] * e[3];
    const double *from = tensor->element;
#pragma omp target data map(to : from[0 : elements]) map(from : result[0 : PERMUTATIONS * elements])
    for (int p = 0; p < PERMUTATIONS; p++) {
        struct nest n = nest_of(tensor, permutations[p]);
        double *to = result + p * elements;
#pragma omp target teams distribute collapse(4)
        for (int u = 0; u < n.nu; u++) {
            for (int v = 0; v < n.nv; v++) {
                for (int first_y = 0; first_y < n.ny; first_y += TILE) {
                    for (int first_x = 0; first_x < n.nx; first_x += TILE) {
                        double tile[TILE][TILE + 1];
                        int ys = n.ny - first_y < TILE ? n.ny - first_y : TILE;
                        int xs = n.nx - first_x < TILE ? n.nx - first_x : TILE;
                        const double *in = from + u * n.from_u + v * n.from_v + first_x + first_y * n.from_y;
                        double *out = to + u * n.to_u + v * n.to_v + first_x * n.to_x + first_y;
#pragma omp parallel for collapse(2)
                        for (int y = 0; y < TILE; y++)
                            for (int x = 0; x < TILE; x++)
                                tile[y][x] = y < ys && x < xs ? in[x + y * n.from_y] : 0;
#pragma omp parallel for collapse(2)
                        for (int x = 0; x < TILE; x++)
                            for (int y = 0; y < TILE; y++)
                                if (x < xs && y < ys)
                                    out[x * n.to_x + y] = tile[y][x];
                    }
                }
            }
        }
    }
}
