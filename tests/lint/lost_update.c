// Scalars that a region writes, and whose old values the host reads.
int sums(int n, const float *x)
{
    int found = -1;
    float sum = 0, again = 0;
    #pragma omp target map(to: x[0:n])
    for (int i = 0; i < n; i++)
        if (x[i] == 0)
            found = i;
    #pragma omp target teams distribute parallel for map(to: x[0:n])
    for (int i = 0; i < n; i++)
        sum += x[i];
    for (int step = 0; step < 3; step++) {
        #pragma omp target map(to: x[0:n])
        again += x[step];
    }
    if (found < 0)
        return sum;
    return found;
}
