// expect: R6024 at 7
void f(int n, int *a)
{
    int seen = 0;
    #pragma omp target parallel map(tofrom: a[0:n]) firstprivate(seen)
    #pragma omp parallel num_threads(1)
    #pragma omp taskloop num_tasks(4) firstprivate(seen)
    for (int i = 0; i < n; i++)
        a[i] = seen++;
}
