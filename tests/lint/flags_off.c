// silent
void sums(int n, const float *x, float *out)
{
    float a = 0;
    #pragma omp target parallel for map(to: x[0:n]) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a += x[i];
    out[0] = a;
}
