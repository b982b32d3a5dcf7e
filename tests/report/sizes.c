// The sizes of teams are those of the launch: numbers of iterations, dimensions of grids, clauses.
#define N 4096

// A thread for each row: 16 of them.
void rows(float q[16][N])
{
#pragma omp target teams distribute parallel for map(tofrom: q[0:16])
    for (int b = 0; b < 16; b++)
        for (int k = 0; k < N; k++)
            q[b][k] += b;
}

// Blocks of 32 x 4, 32 x 2 and 256 threads.
void nests(float a[5][40], float b[2][100], float c[2048][512])
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:5])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 40; j++)
            a[i][j] += 1;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: b[0:2])
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 100; j++)
            b[i][j] += 1;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: c[0:2048])
    for (int i = 0; i < 2048; i++)
        for (int j = 0; j < 512; j++)
            c[i][j] += 1;
}

// 128, 256, and 128 with two iterations each; 2048 iterations fill an SM, 2047 do not.
void trips(float *d)
{
#pragma omp target teams distribute parallel for map(tofrom: d[0:100000])
    for (int i = 0; i < 100000; i++)
        d[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: d[0:1000000])
    for (int i = 0; i < 1000000; i++)
        d[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: d[0:8000000])
    for (int i = 0; i < 8000000; i++)
        d[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: d[0:2048])
    for (int i = 0; i < 2048; i++)
        d[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: d[0:2047])
    for (int i = 0; i < 2047; i++)
        d[i] += 1;
}

// As many teams as iterations: `num_teams` is not what limits them.
void few(float x[4][100000], int n)
{
#pragma omp target teams distribute map(tofrom: x[0:4])
    for (int b = 0; b < 4; b++) {
#pragma omp parallel for
        for (int i = 0; i < 100000; i++)
            x[b][i] += 1;
    }
#pragma omp target teams distribute num_teams(4) map(tofrom: x[0:4])
    for (int b = 0; b < 4; b++) {
#pragma omp parallel for
        for (int i = 0; i < 100000; i++)
            x[b][i] += 1;
    }
#pragma omp target teams distribute num_teams(2) map(tofrom: x[0:4])
    for (int b = 0; b < 4; b++) {
#pragma omp parallel for
        for (int i = 0; i < 100000; i++)
            x[b][i] += 1;
    }
#pragma omp target teams distribute parallel for num_teams(24) map(tofrom: x[0:1])
    for (int i = 0; i < 3000; i++)
        x[0][i] += 1;
#pragma omp target teams distribute parallel for num_teams(24) map(tofrom: x[0:1])
    for (int i = 0; i < n; i++)
        x[0][i] += 1;
}

// The inner region has one thread, whatever the outer one has.
void nested(float c[100000][64], int n)
{
#pragma omp target teams distribute parallel for map(tofrom: c[0:n])
    for (int i = 0; i < n; i++) {
#pragma omp parallel
        {
#pragma omp for
            for (int j = 0; j < 64; j++)
                c[i][j] += j;
#pragma omp single
            c[i][0] += 1;
        }
    }
}

// Lanes of warps without a thread.
void lanes(float *x, int n)
{
#pragma omp target teams distribute parallel for thread_limit(4) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
#pragma omp target teams distribute parallel for num_threads(1) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
#pragma omp target teams distribute parallel for num_threads(33) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
#pragma omp target teams distribute parallel for num_threads(100) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
#pragma omp target teams distribute parallel for num_threads(n) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

// Whose loops cannot be one: each team does two things one after the other.
void apart(float x[4][100000])
{
#pragma omp target teams distribute map(tofrom: x[0:4])
    for (int b = 0; b < 4; b++) {
#pragma omp parallel for
        for (int i = 0; i < 100000; i++)
            x[b][i] += 1;
#pragma omp parallel for
        for (int i = 0; i < 100000; i++)
            x[b][i] *= 2;
    }
}
