typedef struct {
    float value;
    int where;
} peak;

static peak higher(peak a, peak b)
{
    return b.value > a.value || (b.value == a.value && b.where < a.where) ? b : a;
}

#pragma omp declare reduction(highest : peak : omp_out = higher(omp_out, omp_in)) initializer(omp_priv = {-1, 0})

peak find(const float *x, int n)
{
    peak best = {-1, 0};
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(highest: best)
    for (int i = 0; i < n; i++)
        best = higher(best, (peak){x[i], i});
    return best;
}

/* Elements, few and many. */
void peaks(const float *x, int n, peak of_four[4], peak *of_each, int groups)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) \
        reduction(highest: of_four[0:4], of_each[0:groups])
    for (int i = 0; i < n; i++) {
        of_four[i % 4] = higher(of_four[i % 4], (peak){x[i], i});
        of_each[i % groups] = higher(of_each[i % groups], (peak){x[i], i});
    }
}
