/* A search that ends for all threads, and a region that ends where one of them gives up. */
int search(int n, const int *x, int wanted)
{
    int found = n;
    #pragma omp target parallel for num_threads(256) map(to: x[:n]) map(tofrom: found)
    for (int i = 0; i < n; i++) {
        if (x[i] == wanted) {
            #pragma omp atomic write
            found = i;
            #pragma omp cancel for
        }
        #pragma omp cancellation point for
    }
    return found;
}

void relax(int n, double *x, double *y, int *steps)
{
    #pragma omp target parallel num_threads(64) map(tofrom: x[:n], y[:n], steps[:1])
    for (int step = 0; step < 100; step++) {
        double worst = 0;
        #pragma omp for
        for (int i = 1; i < n - 1; i++)
            y[i] = (x[i - 1] + x[i + 1]) / 2;
        #pragma omp for
        for (int i = 1; i < n - 1; i++) {
            worst += y[i] - x[i];
            x[i] = y[i];
        }
        #pragma omp master
        steps[0]++;
        #pragma omp cancel parallel if (worst < 1e-6)
    }
}
