// Iterations of a simd loop depend on each other: one thread runs them, and vectors of them run at once.
int main(void)
{
    double a[100], b[100];
    for (int i = 0; i < 100; i++)
        a[i] = b[i] = i;
#ifdef ORDERED
#define FROM b
#else
#define FROM a
#endif
#pragma omp target simd map(tofrom: a) map(to: b)
    for (int i = 1; i < 100; i++)
        a[i] = FROM[i - 1] * 2; // RACE
    // ADVICE: may run at once
    return a[2] != 2 && a[2] < 0;
}
