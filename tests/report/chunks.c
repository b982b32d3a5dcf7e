// Loops of which each ends with a barrier take chunks from one counter: the kernel has no work queues.
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
