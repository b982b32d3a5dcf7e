/* Batched inversion: a team a matrix, a thread a row, which it holds in an array of its own: in registers, since all its
   loops have a constant number of iterations. In each step the threads find the largest element of a column together,
   then the first row that has it; the pivot's row goes round through the team's memory. Rows are not exchanged: a thread
   remembers in which step its row was the pivot's. */
#include <omp.h>

#include "fginv.h"

void solve(int count, const double *matrix, double *inverse)
{
    size_t elements = (size_t)count * ELEMENTS;
#pragma omp target teams distribute thread_limit(ORDER) map(to : matrix[0 : elements]) map(from : inverse[0 : elements])
    for (int m = 0; m < count; m++) {
        /* A column more lets a column lie in as many banks as it has elements. */
        double tile[ORDER][ORDER + 1], pivot_row[ORDER];
        int pivot_of_step[ORDER], first;
        double largest;
        /* As many threads as rows: dynamic adjustment is off unless somebody asks for it. */
#pragma omp parallel num_threads(ORDER)
        {
            int row = omp_get_thread_num(), step = -1;
            double own[ORDER];
            for (int i = 0; i < ORDER; i++)
                tile[i][row] = matrix[(size_t)m * ELEMENTS + i * ORDER + row];
#pragma omp barrier
            for (int j = 0; j < ORDER; j++)
                own[j] = tile[row][j];
            /* Step k turns the row round by one element, so that column k is always the first one. */
            for (int k = 0; k < ORDER; k++) {
                double size = step < 0 ? fabs(own[0]) : -1;
#pragma omp single
                largest = -1, first = ORDER;
#pragma omp for schedule(static) reduction(max : largest)
                for (int i = 0; i < ORDER; i++)
                    largest = size > largest ? size : largest;
#pragma omp for schedule(static) reduction(min : first)
                for (int i = 0; i < ORDER; i++)
                    first = size == largest && i < first ? i : first;
                double factor = own[0];
                int pivot = first;
                if (row == pivot) {
                    double scale = 1 / factor;
                    step = k;
                    pivot_of_step[k] = row;
                    pivot_row[0] = scale;
                    for (int j = 1; j < ORDER; j++)
                        pivot_row[j] = own[j - 1] = own[j] * scale;
                    own[ORDER - 1] = scale;
                }
#pragma omp barrier
                if (row != pivot) {
                    for (int j = 1; j < ORDER; j++)
                        own[j - 1] = own[j] - factor * pivot_row[j];
                    own[ORDER - 1] = -factor * pivot_row[0];
                }
            }
            /* Row `step` of the inverse; its element j belongs to the column that was the pivot's row in step j. */
            for (int j = 0; j < ORDER; j++)
                tile[step][pivot_of_step[j]] = own[j];
#pragma omp barrier
            for (int i = 0; i < ORDER; i++)
                inverse[(size_t)m * ELEMENTS + i * ORDER + row] = tile[i][row];
        }
    }
}
