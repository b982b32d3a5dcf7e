// Parameters of device functions stand on lines of their own where one line would be long.
static double weighted(const double *values, const double *weights, int first, int count, double scale, double offset)
{
    double sum = offset;
    for (int i = first; i < first + count; i++)
        sum += values[i] * weights[i - first] * scale;
    return sum;
}

void smooth(int n, const double *values, const double *weights, double *results)
{
    #pragma omp target teams distribute parallel for map(to: values[0:n + 8], weights[0:8]) map(from: results[0:n])
    for (int i = 0; i < n; i++)
        results[i] = weighted(values, weights, i, 8, 0.125, 1);
}
