// A thread that finds what it looks for writes where.
int main(void)
{
    int a[64], found = -1;
    for (int i = 0; i < 64; i++)
        a[i] = i % 8;
#pragma omp target parallel num_threads(16) map(tofrom: a, found)
    {
#pragma omp for
        for (int i = 0; i < 64; i++) {
            if (a[i] == 3) {
#ifdef ORDERED
#pragma omp atomic write
#endif
                found = i; // RACE
#pragma omp cancel for
            }
#pragma omp cancellation point for
        }
    }
    return found < 0;
}
