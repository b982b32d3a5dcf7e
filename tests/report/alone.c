// Which threads execute a loop outside of constructs that distribute it: each, one of the team, the one of `single`.

// Every thread adds up, since each can; one thread stores.
void each(float *x, float *norm)
{
#pragma omp target teams num_teams(1) map(tofrom: x[0:4096], norm[0:1])
    {
        float s = 0;
        for (int i = 0; i < 4096; i++)
            s += x[i] * x[i];
        norm[0] = s;
#pragma omp parallel for
        for (int i = 0; i < 4096; i++)
            x[i] /= s;
    }
}

// The others wait for one thread's loop.
void one(float *x, float *norm)
{
#pragma omp target teams num_teams(1) map(tofrom: x[0:4096], norm[0:1])
    {
        float s = norm[0];
        for (int i = 0; i < 64; i++)
            norm[0] += x[i];
#pragma omp parallel for
        for (int i = 0; i < 4096; i++)
            x[i] /= s;
    }
}

static void all(double *row)
{
    for (int j = 0; j < 1024; j++)
        row[j] += 1;
}

static void sorted(double *row, int n)
{
    if (n < 16) {
        for (int j = 0; j < n; j++)
            row[j] += 1;
        return;
    }
#pragma omp task
    sorted(row, n / 2);
#pragma omp task
    sorted(row + n / 2, n - n / 2);
#pragma omp taskwait
}

// For `single` the others wait; those with `nowait` may have other work, and tasks are for all.
void inside(double a[1024][1024])
{
#pragma omp target teams distribute map(tofrom: a[0:1024])
    for (int i = 0; i < 1024; i++) {
#pragma omp parallel
        {
#pragma omp single
            for (int j = 0; j < 1024; j++)
                a[i][j] += 1;
#pragma omp single
            all(a[i]);
#pragma omp masked
            for (int j = 0; j < 1024; j++)
                a[i][j] += 1;
#pragma omp barrier
#pragma omp single nowait
            for (int j = 0; j < 1024; j++)
                a[i][j] += 1;
#pragma omp barrier
#pragma omp single
            for (int j = 0; j < 4; j++)
                a[i][j] += 1;
#pragma omp single
            for (int j = 0; j < 1024; j++) {
#pragma omp task
                a[i][j] += 1;
            }
#pragma omp for
            for (int j = 0; j < 1024; j++)
                a[i][j] *= 2;
        }
    }
#pragma omp target parallel map(tofrom: a[0:1024])
#pragma omp single
    sorted(a[0], 1024);
}

// In the order of the iterations.
void ordered(float *f, float *total, int n)
{
#pragma omp target parallel for ordered map(tofrom: f[0:n], total[0:1])
    for (int i = 0; i < n; i++) {
        f[i] += 1;
#pragma omp ordered
        total[0] += f[i];
    }
}
