// A doacross loop with the sink of the wrong iteration.
#ifdef ORDERED
#define BEFORE i - 1
#else
#define BEFORE i - 2
#endif
int main(void)
{
    int a[64] = { 0 };
#pragma omp target parallel for ordered(1) num_threads(16) schedule(static, 1) map(tofrom: a)
    for (int i = 1; i < 64; i++) {
#pragma omp ordered depend(sink: BEFORE)
        a[i] = a[i - 1] + 1; // RACE
#pragma omp ordered depend(source)
    }
    return a[1] != 1;
}
