/* A matrix is turned around in tiles that a team copies into an array of its own; at the edges tiles are smaller, so that
   the threads share collapsed loops whose bounds are known only there. */
#include "bench.h"
#define TILE 32
int main(void)
{
    int n = 8191, m = 8189;
    size_t all = (size_t)n * m;
    float *a = malloc(sizeof(float) * all), *b = malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++)
        a[i] = i % 1021;
    double t = 0;
#pragma omp target data map(to: a[0:all]) map(from: b[0:all])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute collapse(2)
            for (int row = 0; row < n; row += TILE) {
                for (int column = 0; column < m; column += TILE) {
                    float tile[TILE][TILE + 1];
                    int rows = n - row < TILE ? n - row : TILE, columns = m - column < TILE ? m - column : TILE;
#pragma omp parallel num_threads(256)
                    {
#pragma omp for collapse(2)
                        for (int y = 0; y < rows; y++)
                            for (int x = 0; x < columns; x++)
                                tile[y][x] = a[(size_t)(row + y) * m + column + x];
#pragma omp for collapse(2)
                        for (int y = 0; y < columns; y++)
                            for (int x = 0; x < rows; x++)
                                b[(size_t)(column + y) * n + row + x] = tile[x][y];
                    }
                }
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (size_t i = 0; i < all; i += 89)
        s += b[i] * (i % 7);
    result("tiles", t / 20, s);
}
