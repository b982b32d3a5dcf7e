// host: skip
/* `target update` of sections that are no one piece of memory: planes, columns, strides. */
#include "../test.h"

#define R 7
#define C 9
#define D 5

static double grid[R][C];
struct s {
    int n;
    int m[4][6];
};

/* On the device every element gets 1000 more. */
static void halo(int n, int m, int lo, int wide)
{
    double (*p)[m] = malloc(sizeof(double[n][m]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = i * 100 + j;
    #pragma omp target enter data map(to: p[0:n][0:m])
    #pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] += 1000;
    #pragma omp target update from(p[0:n][lo:wide])
    int bad = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int there = j >= lo && j < lo + wide;
            bad += p[i][j] != i * 100 + j + (there || !on_device() ? 1000 : 0);
        }
    CHECK(bad == 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = -1;
    /* The first and the last column go back to the device. */
    #pragma omp target update to(p[0:n][0:1]) to(p[:n][m - 1:1])
    #pragma omp target exit data map(from: p[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int border = j == 0 || j == m - 1;
            bad += p[i][j] != (border || !on_device() ? -1 : i * 100 + j + 1000);
        }
    CHECK(bad == 0);
    free(p);
}

int main(void)
{
    int v[40], cube[D][R][C], bad;

    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            grid[i][j] = i * 10 + j;
    #pragma omp target enter data map(to: grid)
    #pragma omp target
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            grid[i][j] = -grid[i][j];
    #pragma omp target update from(grid[1:3][2:4])
    bad = 0;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++) {
            int in = i >= 1 && i < 4 && j >= 2 && j < 6;
            bad += grid[i][j] != (in || !on_device() ? -1 : 1) * (i * 10 + j);
        }
    CHECK(bad == 0);
    #pragma omp target exit data map(delete: grid)

    /* Strides; the length counts elements. */
    for (int i = 0; i < 40; i++)
        v[i] = i;
    #pragma omp target data map(tofrom: v)
    {
        #pragma omp target
        for (int i = 0; i < 40; i++)
            v[i] += 100;
        #pragma omp target update from(v[1:5:3])
        bad = 0;
        for (int i = 0; i < 40; i++)
            bad += v[i] != i + (!on_device() || (i >= 1 && i <= 13 && i % 3 == 1) ? 100 : 0);
        CHECK(bad == 0);
        for (int i = 0; i < 40; i++)
            v[i] = 0;
        #pragma omp target update to(v[0::4])
    }
    bad = 0;
    for (int i = 0; i < 40; i++)
        bad += v[i] != (!on_device() || i % 4 == 0 ? 0 : i + 100);
    CHECK(bad == 0);

    /* Three dimensions, strides in two. */
    for (int k = 0; k < D; k++)
        for (int i = 0; i < R; i++)
            for (int j = 0; j < C; j++)
                cube[k][i][j] = k * 100 + i * 10 + j;
    #pragma omp target data map(to: cube)
    {
        #pragma omp target
        for (int k = 0; k < D; k++)
            for (int i = 0; i < R; i++)
                for (int j = 0; j < C; j++)
                    cube[k][i][j] += 1000;
        #pragma omp target update from(cube[0:3:2][1:4][2:3:2])
        bad = 0;
        for (int k = 0; k < D; k++)
            for (int i = 0; i < R; i++)
                for (int j = 0; j < C; j++) {
                    int in = k % 2 == 0 && i >= 1 && i < 5 && (j == 2 || j == 4 || j == 6);
                    bad += cube[k][i][j] != k * 100 + i * 10 + j + (in || !on_device() ? 1000 : 0);
                }
        CHECK(bad == 0);
        #pragma omp target update from(cube[3][0:R][8:1])
        CHECK(cube[3][6][8] == 368 + 1000);
        #pragma omp target update from(cube[3][:][0:0])
    }

    struct s s = { 3, { { 0 } } }, *q = &s;
    #pragma omp target data map(tofrom: s)
    {
        #pragma omp target
        for (int i = 0; i < 24; i++)
            s.m[i / 6][i % 6] = i;
        #pragma omp target update from(s.m[0:4][1:2])
        CHECK(s.m[3][1] == 19 && s.m[0][2] == 2 && (s.m[3][3] == 0 || !on_device()));
        #pragma omp target update from(q->m[1:2][4:2])
        CHECK(s.m[2][5] == 17);
    }
    halo(6, 11, 3, 2);
    halo(1, 2, 1, 1);
    halo(33, 5, 0, 4);
    return test_end();
}
