// A doacross loop of OpenMP 4.5 whose sink is too far away.
int main(void)
{
    int a[64] = {0};
#ifdef ORDERED
#define BEFORE i - 1
#else
#define BEFORE i - 2
#endif
#pragma omp target parallel for ordered(1) num_threads(16) map(tofrom: a)
    for (int i = 1; i < 64; i++) {
#pragma omp ordered depend(sink: BEFORE)
        a[i] = a[i - 1] + 1; // RACE
#pragma omp ordered depend(source)
    }
    return 0;
}
