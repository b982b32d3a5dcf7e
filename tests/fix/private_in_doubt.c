// unchanged
/* What an iteration may read before it assigns it is not made private without being asked. */
void rows(int n, int m, const int *a, int *y, int *z)
{
    #pragma omp target map(to: a[0:n]) map(from: y[0:n], z[0:n])
    {
        int t = 0, u = 0;
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++)
                t = a[i] + k;
            y[i] = t;
        }
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            switch (m) {
            case 0:
                z[i] = u;
            }
            u = a[i];
        }
    }
}
