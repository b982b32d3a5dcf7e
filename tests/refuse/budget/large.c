// expect: R6001 at 6, "bytes of shared memory"
// The largest variable is named, not the others.
void f(int *out)
{
    int n = 10;
#pragma omp target map(tofrom: out[0:4])
    {
        int large[20000], small[10];
        for (int i = 0; i < n; i++)
            large[i] = small[i % 10] = out[i % 4]++;
#pragma omp parallel num_threads(4)
        out[0] = large[0] + small[0];
    }
}
