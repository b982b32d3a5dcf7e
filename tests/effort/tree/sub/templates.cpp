template <class T> void scale(T *x, int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void scale_all(float *x, int n)
{
    scale(x, n);
}
