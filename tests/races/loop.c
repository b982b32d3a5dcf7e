// The iterations of a loop construct have no order, whichever thread runs them.
int main(void)
{
    int a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#ifdef ORDERED
#define FROM b
#else
#define FROM a
#endif
#pragma omp target parallel num_threads(2) map(tofrom: a) map(to: b)
#pragma omp loop
    for (int i = 0; i < 60; i++)
        a[i] = FROM[i + 4]; // RACE
    return a[0] < 0;
}
