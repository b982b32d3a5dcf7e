// An ordered region orders what is in it.
int main(void)
{
    int sum = 0, a[64];
#pragma omp target parallel for ordered num_threads(16) map(tofrom: sum) map(from: a)
    for (int i = 0; i < 64; i++) {
#ifdef ORDERED
#pragma omp ordered
        sum += i;
        a[i] = i;
#else
#pragma omp ordered
        a[i] = i;
        sum += i; // RACE
#endif
    }
    return 0;
}
