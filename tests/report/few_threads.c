/* Regions that leave most threads of their team idle, beside one that needs them. */
void stages(int n, float *x)
{
#pragma omp target map(tofrom : x[0 : n])
    {
        float local[1024];
#pragma omp parallel for num_threads(1024)
        for (int i = 0; i < 1024; i++)
            local[i] = x[i];
#pragma omp parallel for num_threads(64)
        for (int i = 0; i < n; i++)
            x[i] = local[i % 1024] * 2;
        /* It has as many iterations as threads: one line says what it costs. */
#pragma omp parallel num_threads(64)
        {
#pragma omp for
            for (int i = 0; i < 64; i++)
                x[i] += 1;
        }
        /* Half of the threads, and one thread. */
#pragma omp parallel for num_threads(512)
        for (int i = 0; i < n; i++)
            x[i] += local[i % 512];
#pragma omp parallel num_threads(1)
        x[0] = 0;
        /* Nothing is told of what most threads execute. */
#pragma omp parallel for num_threads(1000)
        for (int i = 0; i < n; i++)
            x[i] -= 1;
    }
}

/* All teams have 64 threads: none is idle. */
void small_teams(int n, float *x)
{
#pragma omp target teams distribute parallel for num_threads(64) map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
}
