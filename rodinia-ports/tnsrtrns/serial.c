/* Tensor transpose, serial. */
#include "tnsrtrns.h"

void solve(const struct tensor *tensor, double *result)
{
    const int *e = tensor->extent;
    size_t elements = (size_t)e[0] * e[1] * e[2] * e[3];
    for (int p = 0; p < PERMUTATIONS; p++) {
        double *to = result + p * elements;
        struct nest n = nest_of(tensor, permutations[p]);
        for (int u = 0; u < n.nu; u++)
            for (int v = 0; v < n.nv; v++)
                for (int x = 0; x < n.nx; x++)
                    for (int y = 0; y < n.ny; y++)
                        to[u * n.to_u + v * n.to_v + x * n.to_x + y] =
                            tensor->element[u * n.from_u + v * n.from_v + x + y * n.from_y];
    }
}
