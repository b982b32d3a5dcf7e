/* Updates of pointer sections, a scalar, a struct and rows; an update of what is not mapped does nothing. */
#include "../test.h"

struct s {
    int x, y;
};

int main(void)
{
    int *p = malloc(50 * sizeof *p), k = 1, other[4] = {1, 2, 3, 4};
    struct s s = {1, 2};
    double m[6][5] = {{0}};
    for (int i = 0; i < 50; i++)
        p[i] = 0;

    #pragma omp target enter data map(to: p[0:50], k, s, m)
    for (int step = 1; step <= 3; step++) {
        k = step;
        s.x = step * 2;
        for (int i = 0; i < 5; i++)
            m[2][i] = step;
        #pragma omp target update to(k, s, m[2:1][0:5])
        #pragma omp target map(to: k)
        {
            for (int i = 0; i < 50; i++)
                p[i] += k * s.x;
            s.y = p[0];
            for (int i = 0; i < 5; i++)
                m[3][i] += m[2][i];
        }
        #pragma omp target update from(p[step:2], s, m[3])
        CHECK(s.y == p[step]);
    }
    #pragma omp target update from(p[0:50])
    #pragma omp target update from(other)
    #pragma omp target update to(other[1:2])
    #pragma omp target exit data map(delete: p[0:50], k, s, m)

    for (int i = 0; i < 50; i++)
        CHECK(p[i] == 2 + 8 + 18);
    for (int i = 0; i < 5; i++)
        CHECK(m[3][i] == 6);
    CHECK(other[0] == 1 && other[3] == 4);
    printf("%d %g\n", p[49], m[3][4]);
    free(p);
    return test_end();
}
