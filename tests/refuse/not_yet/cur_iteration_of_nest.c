// expect: R6021 at 7
void f(int n, int a[n][n])
{
    #pragma omp target parallel for ordered(2) map(tofrom: a[0:n][0:n])
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
            a[i][j] += a[i][j - 1];
            #pragma omp ordered doacross(source:)
        }
}
