/* A mapper of an array whose length only the program knows. */
typedef struct {
    int n;
    double *v;
} row;
#pragma omp declare mapper(rows: row r) map(to: r.n) map(tofrom: r.v[0:r.n])

void twice(row *a, int n)
{
    #pragma omp target teams distribute parallel for map(mapper(rows), tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i].n; j++)
            a[i].v[j] *= 2;
}

void pair(row *a)
{
    #pragma omp target map(a[1].v[0:4], a[2].v[0:4])
    for (int j = 0; j < 4; j++)
        a[1].v[j] += a[2].v[j];
}
