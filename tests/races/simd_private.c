// A variable from outside of a simd loop that each iteration needs for itself.
#ifdef ORDERED
#define HOW lastprivate(t)
#else
#define HOW
#endif
#define PRAGMA(x) _Pragma(#x)
#define SIMD(how) PRAGMA(omp simd how)
int main(void)
{
    int t = 0, a[100];
#pragma omp target map(tofrom: t, a)
    SIMD(HOW)
    for (int i = 0; i < 100; i++) {
        t = i * i; // RACE
        a[i] = t + 1; // RACE
    }
    return a[3] != 10;
}
