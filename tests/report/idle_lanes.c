/* Lanes without a thread, with a warp for the master beside them and without it. */
void f(int n, int *x)
{
    #pragma omp target teams distribute map(tofrom: x[0:n * n])
    for (int j = 0; j < n; j++) {
        int work[300];
        for (int i = 0; i < 300; i++)
            work[i] = x[i % n];
        #pragma omp parallel for num_threads(48)
        for (int i = 1; i < n; i++) {
            #pragma omp atomic
            work[i % 4]++;
        }
        x[j] = work[j % 300];
    }
}
