#define AT(i, j) ((i) * cols + (j))

void transpose(int rows, int cols, const double *in, double *out)
{
    #pragma omp target teams distribute parallel for collapse(2) \
        map(to: in[0:rows * cols]) map(from: out[0:rows * cols])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            out[j * rows + i] = in[AT(i, j)];
}
