// Device code of tile.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define TILE 16

// tile.c:5: target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
// SPMD, 128 or 256 threads a team
static __device__ __forceinline__ void
transpose_1_code(const double *a, double *b, int n, int m, romp::grid_part part)
{
    for (long long i_tile : romp::along_y(part, romp::below<long long>(0, n, TILE)))
        for (long long j_tile : romp::along_x(part, romp::below<long long>(0, m, 8)))
            for (int i = (int)i_tile; i < (int)(i_tile + TILE < n ? i_tile + TILE : n); i++)
                for (int j = (int)j_tile; j < (int)(j_tile + 8 < m ? j_tile + 8 : m); j++)
                    b[j * n + i] = a[i * m + j];  /* by tiles */
}

extern "C" __global__ void __launch_bounds__(256)
transpose_1(const double *a, double *b, int n, int m, romp::grid_part part)
{
    transpose_1_code(a, b, n, m, part);
}

// transpose_1 in launches whose pointers lead to separate list items
extern "C" __global__ void __launch_bounds__(256)
transpose_1_apart(
    const double *__restrict__ a,
    double *__restrict__ b,
    int n,
    int m,
    romp::grid_part part)
{
    transpose_1_code(a, b, n, m, part);
}

// tile.c:14: target map(tofrom: a[0:n], order[0:n])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
others_1(const float *a, int *order, int n, long from)
{
    int at = 0;
    for (unsigned long long i_number = 0ul; i_number < (from < n ? ((unsigned long long)n - (unsigned long long)from - 1ul) / 2ul + 1ul : 0ul); i_number++) {
        long i = (long)((unsigned long long)from + ((from < n ? ((unsigned long long)n - (unsigned long long)from - 1ul) / 2ul + 1ul : 0ul) - 1ul - i_number) * 2ul);
        order[at++] = (int)i;
    }
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 4; i++) {
            if (i == j)
                continue;
            order[at++] = i * 3 + j;
        }
}

// tile.c:28: target teams distribute parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
others_2(float *a, int n, romp::grid_part part)
{
    for (long long i_unrolled : romp::one_each(part, romp::below<long long>(0, n, 4))) {
        #pragma unroll 4
        for (int i = (int)i_unrolled; i < (int)(i_unrolled + 4 < n ? i_unrolled + 4 : n); i++)
            a[i] *= 2;
    }
}

// tile.c:36: target teams distribute parallel for collapse(2) map(to: row[0:n]) map(tofrom: a[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
scaled_1(const float *row, float *a, int n, int m, romp::grid_part part)
{
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(0, n), romp::below<int>(0, m))) {
        /* One for a row. */
        const float scale = row[i] * row[i];
        a[i * m + j] *= scale;
    }
}
