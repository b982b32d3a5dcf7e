// All iterations write one scalar.
int main(void)
{
    int x = 10;
    static int a[100];
#ifdef ORDERED
#define HOW lastprivate(x)
#else
#define HOW map(tofrom: x)
#endif
#pragma omp target parallel for HOW
    for (int i = 0; i < 100; i++) {
        x = i; // RACE
        // ADVICE: a private variable where each needs a value of its own
        a[i] = x;
    }
    return x != 99;
}
