/* Words of directives and clauses. */
int main(void)
{
    int x[100], s = 0;
    #pragma omp target teams distribute parallel for map(from: x) \
        schedule(static)
    for (int i = 0; i < 100; i++)
        x[i] = i;
    #pragma omp target parallel for reduction(+: s)
    for (int i = 0; i < 100; i++)
        s += x[i];
    #pragma omp target data map(tofrom: s)
    {
        #pragma omp target map(s)
        s++;
    }
    return s != 4951;
}
