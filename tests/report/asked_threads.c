/* Regions that ask for more threads than a team can have: beside a master, and without one. */
void beside_a_master(int n, double *a, double *b)
{
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
    for (int k = 0; k < n; k++) {
        double scale = a[k];
#pragma omp parallel for num_threads(1000)
        for (int i = 0; i < n; i++)
            b[i] += scale * i;
        a[k] = b[n - k - 1];
    }
}

void without_one(int n, double *b)
{
#pragma omp target teams distribute parallel for num_threads(2000) map(tofrom : b[0 : n])
    for (int i = 0; i < n; i++)
        b[i] *= 2;
}
