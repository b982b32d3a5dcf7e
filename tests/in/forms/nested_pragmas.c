void fill(int n, int *a)
{
    #pragma omp target map(from: a[0:n])
    #pragma omp teams num_teams(8)
    #pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}
