// silent
void rows(int n, double *y)
{
    #pragma omp target teams distribute map(y[0:n])
    for (int i = 0; i < n; i++) {
        double of_team[10000];
        #pragma omp parallel for
        for (int k = 0; k < 10000; k++) {
            double own[100];
            own[k % 100] = k;
            of_team[k] = own[k % 100];
        }
        y[i] = of_team[i % 10000];
    }
}
