/* Rows of a sparse matrix: lanes share a row where its elements lie together. Rows of none, one, some and many. */
#include "../test.h"

enum { rows = 300 };

int main(void)
{
    int begin[rows + 1];
    begin[0] = 0;
    for (int i = 0; i < rows; i++)
        begin[i + 1] = begin[i] + (i % 7 == 0 ? 0 : i % 7 == 1 ? 1 : i % 7 == 2 ? 32 : i % 7 == 3 ? 33 : i);
    int n = begin[rows];
    int *column = malloc(n * sizeof(int));
    double *value = malloc(n * sizeof(double));
    double x[rows], y[rows];
    for (int i = 0; i < rows; i++) {
        x[i] = i % 5;
        y[i] = -1;
    }
    for (int k = 0; k < n; k++) {
        column[k] = k * 17 % rows;
        value[k] = k % 9;
    }

    #pragma omp target teams distribute parallel for map(to: begin, column[0:n], value[0:n], x) map(tofrom: y)
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }

    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k] * x[column[k]];
        CHECK(y[i] == sum);
    }
    free(column);
    free(value);
    return test_end();
}
