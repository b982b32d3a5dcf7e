// Sizes that macros stand for: structs of shared memory name them and check their size, and other numbers of a kernel
// that come from them are checked beside it.
#define ROWS 4
#define PADDED (ROWS + 1)
#define THREADS 64
#define SIDE 8
#define BINS 16

void tiles(int n, double *a)
{
    #pragma omp target teams distribute map(tofrom: a[0:n]) thread_limit(THREADS)
    for (int i = 0; i < n; i++) {
        double tile[ROWS][PADDED], (*at)[PADDED] = tile;
        int order[2][2 * ROWS];
        #pragma omp parallel for num_threads(SIDE * SIDE / 2)
        for (int j = 0; j < ROWS; j++) {
            tile[j][0] = a[i] + j;
            order[0][j] = order[1][j] = j;
        }
        a[i] = at[order[0][ROWS - 1]][0] + order[1][1];
    }
}

void histogram(int n, const int *x, int *bins)
{
    int all[BINS] = { 0 };
    #pragma omp target teams distribute parallel for reduction(+: all, bins[0:BINS]) map(to: x[0:n])
    for (int i = 0; i < n; i++) {
        all[x[i] % BINS]++;
        bins[x[i] % BINS] += 2;
    }
    for (int i = 0; i < BINS; i++)
        bins[i] += all[i];
}

// Nothing is computed from the macro: the loop names it.
void plain(double *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:ROWS * PADDED])
    for (int i = 0; i < ROWS * PADDED; i++)
        a[i] *= ROWS;
}
