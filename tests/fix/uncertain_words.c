// unchanged
/* Of a word of three letters none is certain that another one stands for. */
void f(int n, int *a)
{
    #pragma omp foo bar
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma omp target mab(tofrom: a[0:n])
    a[0] = 1;
}
