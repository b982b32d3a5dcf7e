// expect: R4003 at 10, "extent"
// The name's extents are those of its declaration.
void f(int n, int *out)
{
    typedef int row[n];
    n = 2;
#pragma omp target map(tofrom: out[0:4])
    {
        for (int k = 0; k < 3; k++) {
            row all;
            all[1] = k;
            out[k] = all[1];
        }
    }
}
