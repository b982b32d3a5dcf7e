// Teams of one warp of which a block may have several: what is said of threads, teams and blocks agrees.
void rows(int n, int m, const double *a, double *s)
{
    #pragma omp target teams distribute thread_limit(32) map(to: a[0:n * m]) map(from: s[0:n])
    for (int i = 0; i < n; i++) {
        double all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += a[i * m + j];
        s[i] = all;
    }
}

// The same with a number of teams, each of which has a block of its own.
void few_rows(int n, int m, const double *a, double *s)
{
    #pragma omp target teams distribute thread_limit(32) num_teams(64) map(to: a[0:n * m]) map(from: s[0:n])
    for (int i = 0; i < n; i++) {
        double all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += a[i * m + j];
        s[i] = all;
    }
}
