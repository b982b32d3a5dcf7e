/* A transpose by tiles with a barrier among the threads of a region. */
#include "bench.h"
#include <omp.h>
#define TILE 32
#define ROWS 8
int main(void)
{
    int n = 8192;
    float *a = malloc(sizeof(float) * n * n), *b = malloc(sizeof(float) * n * n);
    for (long i = 0; i < (long)n * n; i++) {
        a[i] = i % 1001;
        b[i] = 0;
    }
    double t = 0;
#pragma omp target data map(to: a[0:(long)n * n]) map(tofrom: b[0:(long)n * n])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams num_teams((n / TILE) * (n / TILE)) thread_limit(TILE *ROWS)
            {
                float tile[TILE][TILE + 1];
#pragma omp parallel num_threads(TILE *ROWS)
                {
                    int tid = omp_get_thread_num(), tx = tid % TILE, ty = tid / TILE;
                    int bx = omp_get_team_num() % (n / TILE), by = omp_get_team_num() / (n / TILE);
                    int x = bx * TILE + tx, y = by * TILE + ty;
                    for (int j = 0; j < TILE; j += ROWS)
                        tile[ty + j][tx] = a[(long)(y + j) * n + x];
#pragma omp barrier
                    x = by * TILE + tx;
                    y = bx * TILE + ty;
                    for (int j = 0; j < TILE; j += ROWS)
                        b[(long)(y + j) * n + x] = tile[tx][ty + j];
                }
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (long i = 0; i < (long)n * n; i += 97)
        s += b[i] * (i % 13);
    result("transpose", t / 20, s);
}
