void scale(int n, float *restrict a, const float *restrict b)
{
    #pragma omp target parallel for simd map(from: a[0:n]) map(to: b[0:n]) simdlen(8)
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];

    #pragma omp target simd map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
