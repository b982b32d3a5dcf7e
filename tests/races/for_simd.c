// A team of one thread runs the iterations one after the other, and vectors of them at once where simd allows it.
int main(void)
{
    int a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#ifdef ORDERED
#pragma omp target parallel for num_threads(1) map(tofrom: a)
#else
#pragma omp target parallel for simd num_threads(1) map(tofrom: a)
#endif
    for (int i = 1; i < 64; i++)
        a[i] += a[i - 1]; // RACE
    return a[1] != 1;
}
