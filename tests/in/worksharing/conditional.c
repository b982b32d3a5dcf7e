int last_above(int n, const double *a, double limit, double *value)
{
    int at = -1;
    double found = *value;
    #pragma omp target parallel map(to: a[0:n]) map(tofrom: at, found)
    {
        #pragma omp for lastprivate(conditional: at, found) schedule(dynamic, 4)
        for (int i = 0; i < n; i++) {
            if (a[i] <= limit)
                continue;
            at = i;
            found = a[i];
        }
    }
    *value = found;
    return at;
}

int which(int n, const int *a)
{
    int last = 0;
    #pragma omp target map(to: a[0:n]) map(tofrom: last)
    #pragma omp parallel sections num_threads(4) lastprivate(conditional: last)
    {
        #pragma omp section
        if (a[0] > 0)
            last = 1;
        #pragma omp section
        if (a[1] > 0)
            last += 2;
    }
    return last;
}
