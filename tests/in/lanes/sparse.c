// Rows of a sparse matrix: the elements of one lie together.
void multiply(int rows, const int *begin, const int *column, const double *value, const double *x, double *y)
{
    #pragma omp target teams distribute parallel for
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
    #pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < rows; i++) {
        #pragma omp simd reduction(+: sum) simdlen(8)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k];
    }
    return sum;
}
