// expect: R2004 at 6
void f(int n, double *x)
{
    double sum = 0;
    /* Each team would run all iterations: a combined loop binds to the teams. */
    #pragma omp target teams loop bind(parallel) num_teams(4) reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += 1;
    x[0] = sum;
}
