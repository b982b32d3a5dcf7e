// The schedule can be observed: the body asks for the thread's number.
int omp_get_thread_num(void);
void f(int n, int *who)
{
    #pragma omp target parallel for schedule(static, 4) map(from: who[0:n])
    for (int i = n - 1; i >= 0; i -= 2)
        who[i] = omp_get_thread_num();
}
