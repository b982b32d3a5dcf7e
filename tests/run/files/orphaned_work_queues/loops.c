#pragma omp declare target
void dynamic(int *v)
{
    #pragma omp for schedule(dynamic)
    for (int i = 0; i < 64; i++)
        v[i]++;
}

void guided(int *v)
{
    #pragma omp for schedule(guided)
    for (int i = 0; i < 64; i++)
        v[i] += 10;
}

void in_order(int *v, int *last)
{
    #pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 64; i++) {
        #pragma omp ordered
        if (*last == i - 1) {
            *last = i;
            v[i] += 100;
        }
    }
}
#pragma omp end declare target
