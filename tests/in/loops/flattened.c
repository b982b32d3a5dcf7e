/* `parallel for` as all that a `distribute` loop does: the iterations of both go to all threads of the league. */

// Rows and their columns, with values of the row.
void shifted(int n, int m, const float *restrict shift, float *restrict a)
{
    #pragma omp target teams distribute map(to: shift[0:n]) map(tofrom: a[0:n * m])
    for (int i = 0; i < n; i++) {
        int row = i * m;
        float by = shift[i];
        #pragma omp parallel for
        for (int j = 0; j < m; j++)
            a[row + j] += by;
    }
}

// Tiles of a vector: the last one is shorter.
void tiled(int n, float *a)
{
    #pragma omp target teams distribute map(tofrom: a[0:n])
    for (int tile = 0; tile < (n + 255) / 256; tile++) {
        int first = tile * 256, end = first + 256;
        if (end > n)
            end = n;
        #pragma omp parallel for
        for (int i = first; i < end; i++)
            a[i] *= 2;
    }
}

// Sums of both loops.
void total(int n, int m, const double *a, double *sum)
{
    double all = 0;
    #pragma omp target teams distribute map(to: a[0:n * m]) map(tofrom: all) reduction(+: all)
    for (int i = 0; i < n; i++) {
        const double *row = a + (long)i * m;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += row[j];
    }
    *sum = all;
}

// Not these: the rows' values may be among what the iterations write, and rows have lengths of their own.
void normalised(int n, double *a)
{
    #pragma omp target teams distribute map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++) {
        double by = a[i * n + i];
        #pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[i * n + j] /= by;
    }
}

void ragged(int n, const int *restrict begin, float *restrict a)
{
    #pragma omp target teams distribute map(to: begin[0:n + 1]) map(tofrom: a[0:begin[n]])
    for (int i = 0; i < n; i++)
        #pragma omp parallel for
        for (int j = begin[i]; j < begin[i + 1]; j++)
            a[j] += i;
}

// A section of an array, which both constructs reduce.
void counted(int n, int bins, const int *key, long *count)
{
    #pragma omp target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins])
    for (int first = 0; first < n; first += 256) {
        int end = first + 256 < n ? first + 256 : n;
        #pragma omp parallel for reduction(+: count[0:bins])
        for (int i = first; i < end; i++)
            count[key[i]]++;
    }
}

// Not this one: a part of it.
void counted_in_part(int n, int bins, const int *key, long *count)
{
    #pragma omp target teams distribute map(to: key[0:n]) map(tofrom: count[0:bins]) reduction(+: count[0:bins])
    for (int first = 0; first < n; first += 256) {
        int end = first + 256 < n ? first + 256 : n;
        #pragma omp parallel for reduction(+: count[0:bins - 1])
        for (int i = first; i < end; i++)
            count[key[i]]++;
    }
}
