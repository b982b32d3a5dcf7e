/* Subscripts that reach a few elements only, beside one that reaches many. */
void f(int n, int *hits, const double *u, int w)
{
    #pragma omp target teams distribute parallel for map(tofrom: hits[0:4]) map(to: u[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        hits[i % 4]++;
    }
}
void g(int n, int w, int *hits, double *u)
{
    #pragma omp target teams distribute parallel for map(tofrom: hits[0:64], u[0:n*w])
    for (int i = 0; i < n; i++) {
        u[i * w] += 1;
        #pragma omp atomic
        hits[i % 4]++;
    }
}
