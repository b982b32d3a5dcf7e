// Work queues, which code of another kernel may keep in a kernel that only begins them, or a function that is called.
void counted(int n, double *x)
{
    #pragma omp target teams distribute num_teams(4) map(tofrom: x[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma omp parallel
        {
            #pragma omp for schedule(dynamic)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < j; k++)
                    x[i * n + j] += k;
            #pragma omp for schedule(dynamic, 4)
            for (int j = 0; j < n; j++)
                x[i * n + j] += x[i * n];
            #pragma omp for
            for (int j = 0; j < n; j++)
                x[i * n + j] *= 2;
        }
    }
}

void queued(int n, double *x)
{
    #pragma omp target teams distribute num_teams(4) map(tofrom: x[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma omp parallel
        {
            #pragma omp for schedule(dynamic, 4) nowait
            for (int j = 0; j < n; j++)
                x[i * n + j] += 1;
            #pragma omp for
            for (int j = 0; j < n; j++)
                x[i * n + j] *= 2;
        }
    }
}

static void scaled(int n, double *x)
{
    #pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

void called(int n, double *x)
{
    #pragma omp target map(tofrom: x[0:n])
    {
        scaled(n, x);
        x[0] = 1;
        scaled(n, x);
    }
}
