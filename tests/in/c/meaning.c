#include <math.h>
#include <stdlib.h>

void meaning(int n, float *f, int *k)
{
    #pragma omp target teams distribute parallel for map(tofrom: f[0:n], k[0:n])
    for (int i = 0; i < n; i++) {
        f[i] = sqrt(f[i]) + fabs(f[i]);
        k[i] = abs(k[i]) + sizeof 'a' + (k[i] > 0 ? 'b' : '\n');
        void *raw = &k[i];
        int *typed = raw;
        *typed += i >> 1;
    }
}
