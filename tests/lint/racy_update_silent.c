// silent
#include <omp.h>
void fine(int n, const int *data, const int *permuted, float *x, int *hist, float *rows)
{
    #pragma omp target teams distribute parallel for map(to: data[0:n], permuted[0:n]) map(x[0:n], hist[0:16], rows[0:n*8])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        hist[data[i] % 16]++;
        x[permuted[i]] += 1;
        x[(i + 1) % n] += 1;
        x[n - 1 - i] += 1;
        for (int k = 0; k < 8; k++)
            rows[i * 8 + k] += x[i];
        float own[4] = {0};
        own[data[i] % 4]++;
        float *row = &rows[i * 8];
        row[0] += own[1];
        *row += own[2];
    }
    #pragma omp target parallel map(hist[0:n * 16]) map(to: data[0:n]) num_threads(4)
    {
        int *mine = hist + omp_get_thread_num() * 16;
        for (int i = 0; i < n; i++)
            mine[data[i] % 16]++;
    }
    #pragma omp target map(hist[0:16]) map(to: data[0:n])
    for (int i = 0; i < n; i++)
        hist[data[i] % 16]++;
    #pragma omp target teams distribute parallel for reduction(+: hist[0:16]) map(to: data[0:n])
    for (int i = 0; i < n; i++)
        hist[data[i] % 16]++;
}
