typedef struct {
    int n;
    float *values;
} series;

void open_series(series *s)
{
    #pragma omp target enter data map(to: s[0:1]) map(to: s->values[0:s->n])
}

void smooth(series *s)
{
    #pragma omp target teams distribute parallel for
    for (int i = 1; i < s->n; i++)
        s->values[i] *= 0.5f;
}

void close_series(series *s)
{
    #pragma omp target exit data map(from: s->values[0:s->n])
    #pragma omp target exit data map(delete: s[0:1])
}
