// expect: R6001 at 10, "extent"
// Index arithmetic stands where the array is used.
void f(int n, int *out)
{
#pragma omp target map(tofrom: out[0:4])
    {
        int columns = 2;
        for (int k = 0; k < 3; k++) {
            columns += out[k];
            int table[4][columns];
            table[k][1] = k;
            out[k] = table[k][1];
        }
    }
}
