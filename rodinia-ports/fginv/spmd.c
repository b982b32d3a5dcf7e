/* Batched inversion: a thread a matrix. The threads work on a copy in which equal elements of all matrices lie side by
   side, so that neighbouring threads touch neighbouring words. */
#include "fginv.h"

void solve(int count, const double *matrix, double *inverse)
{
    size_t elements = (size_t)count * ELEMENTS;
    double *work = port_allocate(elements, sizeof *work);
#pragma omp target data map(to : matrix[0 : elements]) map(alloc : work[0 : elements]) map(from : inverse[0 : elements])
    {
#pragma omp target teams distribute parallel for collapse(2)
        for (int e = 0; e < ELEMENTS; e++)
            for (int m = 0; m < count; m++)
                work[(size_t)e * count + m] = matrix[(size_t)m * ELEMENTS + e];
#pragma omp target teams distribute parallel for
        for (int m = 0; m < count; m++) {
            double *a = work + m;
            int pivot[ORDER];
#define AT(i, j) a[(size_t)((i)*ORDER + (j)) * count]
            for (int k = 0; k < ORDER; k++) {
                double row[ORDER], largest = 0;
                int p = k;
                for (int i = k; i < ORDER; i++) {
                    if (fabs(AT(i, k)) > largest) {
                        largest = fabs(AT(i, k));
                        p = i;
                    }
                }
                pivot[k] = p;
                double scale = 1 / AT(p, k);
                for (int j = 0; j < ORDER; j++) {
                    row[j] = (j == k ? 1 : AT(p, j)) * scale;
                    AT(p, j) = AT(k, j);
                }
                for (int i = 0; i < ORDER; i++) {
                    double factor = AT(i, k);
                    for (int j = 0; j < ORDER; j++)
                        AT(i, j) = i == k ? row[j] : (j == k ? 0 : AT(i, j)) - factor * row[j];
                }
            }
            for (int k = ORDER - 1; k >= 0; k--) {
                for (int i = 0; i < ORDER; i++) {
                    double element = AT(i, k);
                    AT(i, k) = AT(i, pivot[k]);
                    AT(i, pivot[k]) = element;
                }
            }
#undef AT
        }
#pragma omp target teams distribute parallel for collapse(2)
        for (int m = 0; m < count; m++)
            for (int e = 0; e < ELEMENTS; e++)
                inverse[(size_t)m * ELEMENTS + e] = work[(size_t)e * count + m];
    }
    free(work);
}
