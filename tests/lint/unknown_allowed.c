// Comments that name no warning silence nothing, and that is told.
void sums(int n, const float *x, float *out)
{
    float a = 0, b = 0;
    #pragma omp target parallel for map(to: x[0:n]) map(tofrom: a, b)
    for (int i = 0; i < n; i++) {
        a += x[i]; // romp2cuda: allow(shared-in-lop)
        // romp2cuda: allow(W7001)
        b += x[i];
    }
    // romp2cuda: allow(shared-in-loop, all)
    out[0] = a + b;
}
