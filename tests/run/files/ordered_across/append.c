#pragma omp declare target
void append(int *log, int *count, int i)
{
    #pragma omp ordered
    log[(*count)++] = i;
}

void loop(int m, int *log, int *count, void (*then)(int *, int *, int))
{
    #pragma omp for ordered schedule(static, 2)
    for (int i = 0; i < m; i++)
        then(log, count, i);
}
#pragma omp end declare target
