// expect: W6002 at 8, "one thread runs it"
int omp_get_thread_num(void);
void f(int n, int (*a)[8])
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
    {
        #pragma omp parallel for
        for (int j = 0; j < 8; j++)
            a[i][j] = i + omp_get_thread_num();
    }
}
