// Comments in other forms than the one that allows a warning allow nothing, and that is told.
void sums(int n, const float *x, float *out)
{
    float a = 0, b = 0, c = 0;
    #pragma omp target parallel for map(to: x[0:n]) map(tofrom: a, b, c)
    for (int i = 0; i < n; i++) {
        a += x[i]; // romp2cuda: allow shared-in-loop
        b += x[i]; // romp2cuda: allow(shared-in-loop
        c += x[i]; /* romp2cuda allow(shared-in-lop) */
    }
    // romp2cuda: allow what follows, if you can
    out[0] = a + b + c;
}
