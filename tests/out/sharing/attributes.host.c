#include "romp.h"
struct point {
    double x, y;
};

void attributes(int n, struct point *out, struct point origin)
{
    int scratch[4], k = 3;
    const double half = 0.5;

    /* target teams distribute parallel for private(scratch) firstprivate(k) map(from: out[0:n]) */
    ROMP_TARGET("attributes.c:10", attributes_1,
        romp_block(128), romp_iterations(n), romp_from(out, 0, n), romp_value(k), romp_value(n),
        romp_value(origin), romp_value(half))
    #pragma omp target teams distribute parallel for if(target: 0) private(scratch) firstprivate(k) /* host version */
    for (int i = 0; i < n; i++) {
        scratch[i % 4] = i * k;
        out[i].x = origin.x + scratch[i % 4] * half;
        out[i].y = origin.y;
    }
}
