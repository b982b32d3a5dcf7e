/* Teams of one warp that share blocks although their results are combined at the end, and one whose values are too long. */
double dot(int n, const int *begin, const double *value, double *out)
{
    double all = 0;
    long rows = 0;
    #pragma omp target teams distribute thread_limit(32) map(to: begin[0:n + 1], value[0:begin[n]]) map(from: out[0:n]) \
        map(tofrom: all, rows) reduction(+: all, rows)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        #pragma omp parallel for reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k];
        out[i] = sum;
        all += sum * sum;
        rows++;
    }
    return all / rows;
}

void digits(int n, const int *a, long counts[10])
{
    #pragma omp target teams distribute thread_limit(32) map(to: a[0:n * 100]) map(tofrom: counts[0:10]) reduction(+: counts[0:10])
    for (int i = 0; i < n; i++) {
        int sum = 0;
        #pragma omp parallel for reduction(+: sum)
        for (int k = 0; k < 100; k++)
            sum += a[i * 100 + k];
        counts[sum % 10] += 1;
    }
}
