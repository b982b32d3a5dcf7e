// The second loop reads what another thread writes in the first, which nobody waits for.
#ifdef ORDERED
#define WAIT
#else
#define WAIT nowait
#endif
#define PRAGMA(x) _Pragma(#x)
#define FOR(how) PRAGMA(omp for schedule(static) how)
int main(void)
{
    int a[66], b[66];
    for (int i = 0; i < 66; i++)
        a[i] = b[i] = i;
#pragma omp target parallel num_threads(33) map(tofrom: a, b)
    {
        FOR(WAIT)
        for (int i = 0; i < 66; i++)
            a[i] = 2 * i; // RACE
        FOR(nowait)
        for (int i = 0; i < 66; i++)
            b[i] = a[65 - i]; // RACE
    }
    return b[0] < 0;
}
