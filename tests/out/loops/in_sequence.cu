// Device code of in_sequence.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// in_sequence.c:7: target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
blurred_1(const float *__restrict__ a, float *__restrict__ b, int n, int m, romp::grid_part part)
{
    #pragma unroll 1
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(1, n - 1), romp::below<int>(1, m - 1))) {
        b[i * m + j] = a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j - 1];
    }
}

// in_sequence.c:17: target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
blurred_less_1(
    const float *__restrict__ a,
    float *__restrict__ b,
    int n,
    int m,
    romp::grid_part part)
{
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(1, n - 1), romp::below<int>(1, m - 1))) {
        b[i * m + j] = a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
    }
}

// in_sequence.c:26: target teams distribute parallel for collapse(2) map(to: a[0:500], b[0:500]) map(from: c[0:500])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
by_rows_1(const float (*a)[300], const float (*b)[300], float (*c)[300], romp::grid_part part)
{
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(0, 500), romp::below<int>(0, 300))) {
        c[i][j] = a[i][j] * b[i][j];
    }
}

// in_sequence.c:35: target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: whole[0:n * m], rest[0:n * m])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
parts_1(const float *a, float *whole, float *rest, int n, int m, romp::grid_part part)
{
    #pragma unroll 1
    for (auto [i, j] : romp::several_along_y(part, romp::below<int>(0, n), romp::below<int>(0, m))) {
        int integer = (int)a[i * m + j];
        whole[i * m + j] = integer;
        rest[i * m + j] = a[i * m + j] - integer;
    }
}

// in_sequence.c:47: target teams distribute parallel for collapse(2) map(to: a[0:n * 16]) map(from: whole[0:n * 16], rest[0:n * 16])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
narrow_1(const float *a, float *whole, float *rest, int n, romp::grid_part part)
{
    for (int i : romp::along_y(part, 0, n))
        for (int j : romp::along_x(part, 0, 16)) {
            whole[i * 16 + j] = (int)a[i * 16 + j];
            rest[i * 16 + j] = a[i * 16 + j] - (int)a[i * 16 + j];
        }
}
