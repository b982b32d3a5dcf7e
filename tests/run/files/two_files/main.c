/* Device functions and variables that cross files. */
#include "../../test.h"
#include "vector.h"

int main(void)
{
    enum { n = 100 };
    vec v[n], r[n];
    for (int i = 0; i < n; i++)
        v[i] = (vec){i, 1};

    #pragma omp target teams distribute parallel for map(to: v) map(from: r)
    for (int i = 0; i < n; i++) {
        r[i] = rotated(v[i], i % 4);
        r[i].x *= weights[i % 4];
    }
    gravity = 1.5;
    #pragma omp target update to(gravity)

    for (int i = 0; i < n; i++) {
        vec want = rotated(v[i], i % 4);
        CHECK(r[i].x == want.x * weights[i % 4] && r[i].y == want.y);
    }
    double sum = sum_of_lengths(n, v);
    CHECK(sum == 328350 + 100 + 150);
    printf("%g\n", sum);
    return test_end();
}
