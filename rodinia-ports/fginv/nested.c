/* Batched inversion: a team a matrix, which it keeps in its own memory. In each step the team's first thread finds the
   pivot, its threads take the pivot's row and column aside, and then share the elimination. */
#include "fginv.h"

void solve(int count, const double *matrix, double *inverse)
{
    size_t elements = (size_t)count * ELEMENTS;
#pragma omp target teams distribute map(to : matrix[0 : elements]) map(from : inverse[0 : elements])
    for (int m = 0; m < count; m++) {
        double a[ORDER][ORDER], row[ORDER], column[ORDER];
        int pivot[ORDER], place[ORDER];
#pragma omp parallel for collapse(2)
        for (int i = 0; i < ORDER; i++)
            for (int j = 0; j < ORDER; j++)
                a[i][j] = matrix[(size_t)m * ELEMENTS + i * ORDER + j];
        for (int k = 0; k < ORDER; k++) {
            int p = k;
            for (int i = k + 1; i < ORDER; i++)
                if (fabs(a[i][k]) > fabs(a[p][k]))
                    p = i;
            double scale = 1 / a[p][k];
            pivot[k] = p;
#pragma omp parallel for
            for (int j = 0; j < ORDER; j++) {
                row[j] = (j == k ? 1 : a[p][j]) * scale;
                column[j] = j == p ? a[k][k] : a[j][k];
                a[p][j] = a[k][j];
            }
#pragma omp parallel for collapse(2)
            for (int i = 0; i < ORDER; i++)
                for (int j = 0; j < ORDER; j++)
                    a[i][j] = i == k ? row[j] : (j == k ? 0 : a[i][j]) - column[i] * row[j];
        }
        /* The rows' exchanges, undone on the columns: where each column goes. */
        for (int k = 0; k < ORDER; k++)
            place[k] = k;
        for (int k = 0; k < ORDER; k++) {
            int p = place[k];
            place[k] = place[pivot[k]];
            place[pivot[k]] = p;
        }
#pragma omp parallel for collapse(2)
        for (int i = 0; i < ORDER; i++)
            for (int j = 0; j < ORDER; j++)
                inverse[(size_t)m * ELEMENTS + i * ORDER + place[j]] = a[i][j];
    }
}
