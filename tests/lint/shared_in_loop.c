// Scalars that threads or teams share, and each of them writes.
#include <omp.h>
#define N 64
int counter;
#pragma omp declare target enter(counter)

static void count(int *total, int more)
{
    *total += more;
    counter++;
}

void loops(float *a, float *b, int *out)
{
    int i, j, k;
    float t;
    #pragma omp target teams distribute parallel for map(a[0:N*N], b[0:N*N])
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            t = a[i * N + j];
            for (k = 0; k < N; k++)
                b[i * N + j] += t * k;
        }
    int most = 0, sum = 0;
    #pragma omp target parallel for map(to: a[0:N]) map(tofrom: most, sum) num_threads(33)
    for (i = 0; i < N; i++) {
        if (a[i] > most)
            most = a[i];
        if (a[i] > 0)
            sum += i;
    }
    out[0] = most + sum;
}

void teams(float *a, int *out)
{
    int id, total = 0, row;
    #pragma omp target parallel map(out[0:N]) map(alloc: id)
    {
        id = omp_get_thread_num();
        out[id] = 1;
    }
    #pragma omp target teams distribute map(a[0:N*N])
    for (int i = 0; i < N; i++) {
        row = i * N;
        int last;
        #pragma omp parallel for
        for (int j = 0; j < N; j++) {
            last = j;
            a[row + j] = last;
        }
    }
    #pragma omp target teams loop map(tofrom: total)
    for (int i = 0; i < N; i++)
        count(&total, i);
    out[1] = total;
}
