// host: skip
// races: statements between collapsed loops run more than once, and one of them writes
/* Statements between collapsed loops: they run for whoever runs the body. */
#include "../test.h"

#define N 30
#define M 9

int main(void)
{
    static double a[N][M], row[N];
    static int b[N][M][4], seen[N];
    int n = N, m = M;
    for (int i = 0; i < n; i++)
        row[i] = i * 0.5;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: row)
    for (int i = 0; i < n; i++) {
        const double scale = row[i] * 2; /* of the row */
        for (int j = 0; j < m; j++)
            a[i][j] = scale + j;
    }
    #pragma omp target parallel for collapse(3) num_threads(33) schedule(dynamic, 2) map(tofrom: b, seen)
    for (int i = 0; i < n; i++) {
        int x = i * 100;
        for (int j = 0; j < m; j++) {
            int y = x + j * 10;
            if (y % 3 == 0)
                y += 1000;
            for (int k = 0; k < 4; k++) {
                if (k == 2)
                    continue;
                b[i][j][k] = y + k;
            }
            y++;
        }
        #ifdef N
        seen[i] = x;
        #endif
    }
    #pragma omp target simd collapse(2) map(tofrom: a)
    for (int i = 0; i < n; i++) {
        double add = i;
        {
            for (int j = 0; j < m; j++) {
                a[i][j] += add;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        CHECK(seen[i] == i * 100);
        for (int j = 0; j < m; j++) {
            CHECK(a[i][j] == i + j + i);
            for (int k = 0; k < 4; k++) {
                int y = i * 100 + j * 10;
                CHECK(b[i][j][k] == (k == 2 ? 0 : (y % 3 ? y : y + 1000) + k));
            }
        }
    }
    return test_end();
}
