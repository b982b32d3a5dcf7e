/* Batched inversion, serial: Gauss and Jordan's elimination in place, with the largest element of each column as the
   pivot. */
#include "fginv.h"

static void invert(double a[ORDER][ORDER])
{
    int pivot[ORDER];
    for (int k = 0; k < ORDER; k++) {
        double row[ORDER], largest = 0;
        for (int i = k; i < ORDER; i++) {
            if (fabs(a[i][k]) > largest) {
                largest = fabs(a[i][k]);
                pivot[k] = i;
            }
        }
        int p = pivot[k];
        double scale = 1 / a[p][k];
        for (int j = 0; j < ORDER; j++) {
            row[j] = (j == k ? 1 : a[p][j]) * scale;
            a[p][j] = a[k][j];
        }
        for (int i = 0; i < ORDER; i++) {
            double factor = a[i][k];
            for (int j = 0; j < ORDER; j++)
                a[i][j] = i == k ? row[j] : (j == k ? 0 : a[i][j]) - factor * row[j];
        }
    }
    for (int k = ORDER - 1; k >= 0; k--) {
        for (int i = 0; i < ORDER; i++) {
            double element = a[i][k];
            a[i][k] = a[i][pivot[k]];
            a[i][pivot[k]] = element;
        }
    }
}

void solve(int count, const double *matrix, double *inverse)
{
    memcpy(inverse, matrix, (size_t)count * ELEMENTS * sizeof *inverse);
    for (int m = 0; m < count; m++)
        invert((double(*)[ORDER])(inverse + (size_t)m * ELEMENTS));
}
