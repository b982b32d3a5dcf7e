/* Atomic updates of one element and of a few, which a reduction computes, or none does. */
void one(int n, float *x, float *m, unsigned *bits)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: m[0:5], bits[0:2])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        m[0] -= x[i];
        #pragma omp atomic
        m[1] = x[i] - m[1];
        #pragma omp atomic
        m[2] /= x[i];
        #pragma omp atomic
        m[3] = x[i] * m[3];
        #pragma omp atomic compare
        m[4] = m[4] < x[i] ? x[i] : m[4];
        #pragma omp atomic
        bits[0] <<= 1;
        #pragma omp atomic
        bits[1] ^= i;
    }
}

static int classes[3][4];
void few(int n, int *a, const int *key, double *sums)
{
    int own[2];
    #pragma omp target teams distribute parallel for map(tofrom: a[0:64], sums[0:4]) map(to: key[0:n]) map(tofrom: own, classes)
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        a[i % 4]++;
        #pragma omp atomic
        a[key[i] & 3] += 2;
        #pragma omp atomic
        a[key[i] > 0] += 3;
        #pragma omp atomic
        sums[i % 4] /= 2;
        #pragma omp atomic
        classes[key[i]][i & 1]++;
        int old;
        #pragma omp atomic capture
        old = own[key[i]]++;
    }
}

/* Many elements, those that each thread has for itself, and an index that may be anything. */
void many(int n, int *a, const int *key)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:1000]) map(to: key[0:n])
    for (int i = 0; i < n; i++) {
        int mine[2] = {0};
        #pragma omp atomic
        a[i % 1000]++;
        #pragma omp atomic
        a[key[i]]++;
        #pragma omp atomic
        mine[key[i]]++;
        #pragma omp atomic
        a[i] += mine[0];
    }
}
