/* SRAD, version 2: a target region a pass, its pixels over all threads. */
#include "srad_v2.h"

void solve(const struct smoothing *smoothing, float *image)
{
    int rows = smoothing->rows, columns = smoothing->columns;
    size_t pixels = (size_t)rows * columns;
    int top = smoothing->top, bottom = smoothing->bottom, left = smoothing->left, right = smoothing->right;
    float lambda = smoothing->lambda;
    int *north = port_allocate(rows, sizeof *north), *south = port_allocate(rows, sizeof *south);
    int *west = port_allocate(columns, sizeof *west), *east = port_allocate(columns, sizeof *east);
    float *dn = port_allocate(pixels, sizeof *dn), *ds = port_allocate(pixels, sizeof *ds);
    float *dw = port_allocate(pixels, sizeof *dw), *de = port_allocate(pixels, sizeof *de);
    float *c = port_allocate(pixels, sizeof *c);
    find_neighbours(rows, north, south);
    find_neighbours(columns, west, east);
    int iterations = smoothing->iterations;
#pragma omp target data map(tofrom : image[0 : pixels]) map(to : north[0 : rows], south[0 : rows]) \
    map(to : west[0 : columns], east[0 : columns]) \
    map(alloc : dn[0 : pixels], ds[0 : pixels], dw[0 : pixels], de[0 : pixels], c[0 : pixels])
    for (int iteration = 0; iteration < iterations; iteration++) {
        double sum = 0, squares = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum, squares) \
    map(tofrom : sum, squares)
        for (int i = top; i <= bottom; i++) {
            for (int j = left; j <= right; j++) {
                double value = image[(size_t)columns * i + j];
                sum += value;
                squares += value * value;
            }
        }
        double count = (double)(bottom - top + 1) * (right - left + 1);
        double mean = sum / count, variance = squares / count - mean * mean;
        float speckle = (float)(variance / (mean * mean));
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                size_t row = (size_t)columns * i, k = row + j;
                float here = image[k];
                dn[k] = image[(size_t)columns * north[i] + j] - here;
                ds[k] = image[(size_t)columns * south[i] + j] - here;
                dw[k] = image[row + west[j]] - here;
                de[k] = image[row + east[j]] - here;
                float gradient = (dn[k] * dn[k] + ds[k] * ds[k] + dw[k] * dw[k] + de[k] * de[k]) / (here * here);
                float laplacian = (dn[k] + ds[k] + dw[k] + de[k]) / here;
                float numerator = 0.5f * gradient - 1.0f / 16.0f * (laplacian * laplacian);
                float denominator = 1 + 0.25f * laplacian;
                float excess = (numerator / (denominator * denominator) - speckle) / (speckle * (1 + speckle));
                float coefficient = 1.0f / (1.0f + excess);
                c[k] = coefficient < 0 ? 0 : coefficient > 1 ? 1 : coefficient;
            }
        }
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                size_t row = (size_t)columns * i, k = row + j;
                float divergence = c[k] * dn[k] + c[(size_t)columns * south[i] + j] * ds[k] +
                                   c[k] * dw[k] + c[row + east[j]] * de[k];
                image[k] += 0.25f * lambda * divergence;
            }
        }
    }
    free(north);
    free(south);
    free(west);
    free(east);
    free(dn);
    free(ds);
    free(dw);
    free(de);
    free(c);
}
