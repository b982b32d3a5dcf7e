void one_team(int n, int *x)
{
    #pragma omp target teams num_teams(1) map(tofrom: x[0:n])
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i]++;
}
