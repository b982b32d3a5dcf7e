/* LU decomposition: for each tile on the diagonal four target regions, whose rows, columns or elements are shared among
   all threads; the tile itself is the work of one team. */
#include "lud.h"

#define TILE 16

/* The tile on the diagonal. */
static void diagonal(int n, int start, int end, float *matrix)
{
#pragma omp target parallel
    for (int p = start; p < end - 1; p++) {
#pragma omp for
        for (int i = p + 1; i < end; i++)
            matrix[(size_t)i * n + p] /= matrix[(size_t)p * n + p];
#pragma omp for collapse(2)
        for (int i = p + 1; i < end; i++)
            for (int j = p + 1; j < end; j++)
                matrix[(size_t)i * n + j] -= matrix[(size_t)i * n + p] * matrix[(size_t)p * n + j];
    }
}

/* The columns to its right, and the rows below it. */
static void perimeter(int n, int start, int end, float *matrix)
{
#pragma omp target teams distribute parallel for
    for (int j = end; j < n; j++) {
        for (int i = start + 1; i < end; i++) {
            float sum = 0;
            for (int p = start; p < i; p++)
                sum += matrix[(size_t)i * n + p] * matrix[(size_t)p * n + j];
            matrix[(size_t)i * n + j] -= sum;
        }
    }
#pragma omp target teams distribute parallel for
    for (int i = end; i < n; i++) {
        for (int j = start; j < end; j++) {
            float sum = 0;
            for (int p = start; p < j; p++)
                sum += matrix[(size_t)i * n + p] * matrix[(size_t)p * n + j];
            matrix[(size_t)i * n + j] = (matrix[(size_t)i * n + j] - sum) / matrix[(size_t)j * n + j];
        }
    }
}

/* The elements below and to its right. */
static void internal(int n, int start, int end, float *matrix)
{
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = end; i < n; i++) {
        for (int j = end; j < n; j++) {
            float sum = 0;
            for (int p = start; p < end; p++)
                sum += matrix[(size_t)i * n + p] * matrix[(size_t)p * n + j];
            matrix[(size_t)i * n + j] -= sum;
        }
    }
}

void solve(int n, float *matrix)
{
#pragma omp target data map(tofrom : matrix[0 : (size_t)n * n])
    for (int start = 0; start < n; start += TILE) {
        int end = start + TILE < n ? start + TILE : n;
        diagonal(n, start, end, matrix);
        if (end < n) {
            perimeter(n, start, end, matrix);
            internal(n, start, end, matrix);
        }
    }
}
