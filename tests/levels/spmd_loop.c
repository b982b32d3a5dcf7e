// Iterations go to all threads of all teams, in whatever order.
void f(int n, float a, const float *x, float *y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
