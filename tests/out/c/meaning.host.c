#include "romp.h"
#include <math.h>
#include <stdlib.h>

void meaning(int n, float *f, int *k)
{
    /* target teams distribute parallel for map(tofrom: f[0:n], k[0:n]) */
    ROMP_TARGET("meaning.c:6", meaning_1,
        romp_block(128), romp_iterations(n), romp_tofrom(f, 0, n), romp_tofrom(k, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        f[i] = sqrt(f[i]) + fabs(f[i]);
        k[i] = abs(k[i]) + sizeof 'a' + (k[i] > 0 ? 'b' : '\n');
        void *raw = &k[i];
        int *typed = raw;
        *typed += i >> 1;
    }
}
