// expect: R3003 at 4
void f(int n, double *p)
{
    #pragma omp target teams distribute parallel for defaultmap(none) firstprivate(n)
    for (int i = 0; i < n; i++)
        p[i] = i;
}
