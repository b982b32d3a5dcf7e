// silent
// Comments silence a warning at each place that it shows.
void sums(int n, const float *x, float *out)
{
    float a = 0, b = 0, c = 0;
    int d = 0; // romp2cuda: allow(lost-update)
    #pragma omp target parallel for map(to: x[0:n]) map(tofrom: a, b)
    for (int i = 0; i < n; i++) {
        a += x[i]; // romp2cuda: allow(shared-in-loop)
        /* Wanted: romp2cuda: allow(racy-update, shared-in-loop) */
        b += x[i];
    }
    // romp2cuda: allow(shared-in-loop)
    #pragma omp target parallel for map(to: x[0:n]) map(tofrom: c)
    for (int i = 0; i < n; i++)
        c += x[i];
    #pragma omp target map(to: x[0:n])
    d = x[0];
    out[0] = a + b + c + d; // romp2cuda: allow(lost-update)
}
