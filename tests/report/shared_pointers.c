/* What called functions access by pointers: shared memory of the team has no sectors, global memory has. */
#pragma omp declare target
static void scale(double *row, int i)
{
    row[32 * i] *= 2;
}

static void scale_behind(double *row, int i)
{
    double *here = row + 1;
    scale(here, i);
}

static void scale_own(double *row, int i)
{
    double copy[64];
    double *here = copy;
    for (int k = 0; k < 64; k++)
        copy[k] = row[k];
    scale(here, i % 2);
    row[i] = copy[0];
}
#pragma omp end declare target

void tiles(int n, double *x)
{
#pragma omp target teams distribute map(tofrom : x[0 : n])
    for (int t = 0; t < n / 4096; t++) {
        double tile[4096];
        double *shared = tile, *global = x + 4096 * t;
        double *either = t % 2 ? tile : x;
#pragma omp parallel for
        for (int i = 0; i < 4096; i++)
            tile[i] = x[4096 * t + i];
#pragma omp parallel for
        for (int i = 0; i < 128; i++) {
            scale(tile, i);
            scale(shared, i);
            scale_behind(shared + 4, i);
            scale_own(shared, i);
        }
        /* These are not, or may not be. */
#pragma omp parallel for
        for (int i = 0; i < 128; i++)
            scale(global, i);
#pragma omp parallel for
        for (int i = 0; i < 128; i++)
            scale_behind(either, i);
    }
}
