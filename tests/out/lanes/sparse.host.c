// Rows of a sparse matrix: the elements of one lie together.
#include "romp.h"
void multiply(int rows, const int *begin, const int *column, const double *value, const double *x, double *y)
{
    /* target teams distribute parallel for */
    ROMP_TARGET("sparse.c:4", multiply_1,
        romp_exact_block(128), romp_iterations((long long)rows * 8), romp_value(rows), romp_pointer(begin),
        romp_pointer(value), romp_pointer(column), romp_pointer(x), romp_pointer(y))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum; // the first lane's
    }
}

// The same, eight lanes a row, and all rows summed.
double total(int rows, const int *begin, const double *value)
{
    double sum = 0;
    /* target teams distribute parallel for reduction(+: sum) */
    ROMP_TARGET("sparse.c:18", total_1,
        romp_exact_block(256), romp_iterations((long long)rows * 8), romp_tofrom_var(sum), romp_value(rows),
        romp_pointer(begin), romp_pointer(value), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sum) /* host version */
    for (int i = 0; i < rows; i++) {
        #pragma omp simd reduction(+: sum) simdlen(8)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k];
    }
    return sum;
}
