// Loops whose iterations are given out while they run, and regions in their order.
double weigh(int);
#pragma omp declare target
double weigh(int i)
{
    double sum = 0;
    for (int j = 0; j < i; j++)
        sum += 1.0 / (j + 1);
    return sum;
}
#pragma omp end declare target

void rows(int n, double *out)
{
    #pragma omp target teams distribute parallel for schedule(dynamic, 4) map(from: out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = weigh(i % 1000);
}

int collect(int n, const int *keys, int *found)
{
    int count = 0;
    #pragma omp target parallel num_threads(96) map(to: keys[0:n]) map(from: found[0:n]) map(tofrom: count)
    {
        #pragma omp for schedule(guided) nowait
        for (int i = 0; i < n; i++)
            found[i] = -1;
        #pragma omp barrier
        #pragma omp for ordered schedule(dynamic)
        for (long i = 0; i < n; i++) {
            double w = weigh(keys[i]);
            if (w < 3)
                continue;
            // In the order of the keys.
            #pragma omp ordered
            found[count++] = keys[i];
        }
    }
    return count;
}
