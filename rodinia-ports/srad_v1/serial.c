/* SRAD, version 1, serial: pass by pass. */
#include "srad_v1.h"

#include <math.h>

void solve(const struct smoothing *smoothing, float *image)
{
    int rows = smoothing->rows, columns = smoothing->columns;
    size_t pixels = (size_t)rows * columns;
    float lambda = smoothing->lambda;
    int *north = port_allocate(rows, sizeof *north), *south = port_allocate(rows, sizeof *south);
    int *west = port_allocate(columns, sizeof *west), *east = port_allocate(columns, sizeof *east);
    float *dn = port_allocate(pixels, sizeof *dn), *ds = port_allocate(pixels, sizeof *ds);
    float *dw = port_allocate(pixels, sizeof *dw), *de = port_allocate(pixels, sizeof *de);
    float *c = port_allocate(pixels, sizeof *c);
    find_neighbours(rows, north, south);
    find_neighbours(columns, west, east);
    for (size_t k = 0; k < pixels; k++)
        image[k] = expf(image[k] / 255);
    for (int iteration = 0; iteration < smoothing->iterations; iteration++) {
        double sum = 0, squares = 0;
        for (size_t k = 0; k < pixels; k++) {
            sum += image[k];
            squares += (double)image[k] * image[k];
        }
        double mean = sum / (double)pixels, variance = squares / (double)pixels - mean * mean;
        float speckle = (float)(variance / (mean * mean));
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                size_t column = (size_t)rows * j, k = i + column;
                float here = image[k];
                dn[k] = image[north[i] + column] - here;
                ds[k] = image[south[i] + column] - here;
                dw[k] = image[i + (size_t)rows * west[j]] - here;
                de[k] = image[i + (size_t)rows * east[j]] - here;
                float gradient = (dn[k] * dn[k] + ds[k] * ds[k] + dw[k] * dw[k] + de[k] * de[k]) / (here * here);
                float laplacian = (dn[k] + ds[k] + dw[k] + de[k]) / here;
                float numerator = 0.5f * gradient - 1.0f / 16.0f * (laplacian * laplacian);
                float denominator = 1 + 0.25f * laplacian;
                float excess = (numerator / (denominator * denominator) - speckle) / (speckle * (1 + speckle));
                float coefficient = 1.0f / (1.0f + excess);
                c[k] = coefficient < 0 ? 0 : coefficient > 1 ? 1 : coefficient;
            }
        }
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                size_t column = (size_t)rows * j, k = i + column;
                float divergence = c[k] * dn[k] + c[south[i] + column] * ds[k] +
                                   c[k] * dw[k] + c[i + (size_t)rows * east[j]] * de[k];
                image[k] += 0.25f * lambda * divergence;
            }
        }
    }
    for (size_t k = 0; k < pixels; k++)
        image[k] = logf(image[k]) * 255;
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
