// A dependence over four iterations allows vectors of four, and not of eight.
#ifdef ORDERED
#define LENGTH 4
#else
#define LENGTH 8
#endif
int main(void)
{
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp target map(tofrom: a)
#pragma omp simd safelen(LENGTH)
    for (int i = 4; i < 100; i++)
        a[i] += a[i - 4]; // RACE
    // ADVICE: say by safelen
    return a[5] != 6;
}
