#include "romp.h"
#define AT(i, j) ((i) * cols + (j))

void transpose(int rows, int cols, const double *in, double *out)
{
    /* target teams distribute parallel for collapse(2) map(to: in[0:rows * cols]) map(from: out[0:rows * cols]) */
    ROMP_TARGET("collapse.c:5", transpose_1,
        romp_block(128), romp_iterations(cols), romp_iterations(rows), romp_to(in, 0, rows * cols),
        romp_from(out, 0, rows * cols), romp_value(rows), romp_value(cols), romp_several_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            out[j * rows + i] = in[AT(i, j)];
}
