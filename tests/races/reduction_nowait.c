// The result of a reduction is read before all threads have brought their part.
#ifdef ORDERED
#define WAIT
#else
#define WAIT nowait
#endif
int main(void)
{
    int sum = 0, least = 100, got[40] = { 0 };
#pragma omp target parallel num_threads(40) map(tofrom: sum, least, got)
    {
        int own = 0;
#pragma omp for reduction(+: sum) reduction(min: least) WAIT // RACE
        for (int i = 0; i < 100; i++) {
            sum += i;
            least = i < least ? i : least;
        }
        // ADVICE: no nowait on it
        own = sum + least; // RACE
#pragma omp critical
        got[own % 40] = 1;
    }
    return got[39] > 1;
}
