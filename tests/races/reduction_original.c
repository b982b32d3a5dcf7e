// The original variable of a reduction is given its value while threads may be in the construct already.
int main(void)
{
    int sum = 5, ok = 1;
#pragma omp target map(tofrom: sum, ok)
#pragma omp parallel num_threads(4)
    {
#pragma omp master
        sum = 0; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp for reduction(+: sum) // RACE
        for (int i = 0; i < 100; i++)
            sum += i;
        // ADVICE: a barrier before the construct
#pragma omp single
        ok = sum != 0;
    }
    return !ok;
}
