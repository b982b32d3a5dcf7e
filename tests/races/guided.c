// One of the last iterations reads what one of the first wrote.
int main(void)
{
    int a[200], b[200];
    for (int i = 0; i < 200; i++)
        a[i] = b[i] = i;
#pragma omp target parallel num_threads(3) map(tofrom: a, b)
    {
#ifdef ORDERED
#pragma omp for schedule(guided)
        for (int i = 0; i < 200; i++)
            b[i] = a[199 - i];
#pragma omp for schedule(guided)
        for (int i = 0; i < 200; i++)
            a[i] = b[i];
#else
#pragma omp for schedule(guided)
        for (int i = 0; i < 200; i++)
            a[i] = a[199 - i]; // RACE
#endif
    }
    return a[0] < 0;
}
