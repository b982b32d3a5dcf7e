// A counter that is updated atomically and read plainly by others.
int main(void)
{
    int count = 0, seen = 0;
#pragma omp target parallel num_threads(33) map(tofrom: count, seen)
    {
        int now;
#pragma omp atomic // RACE
        count++; // RACE
#ifdef ORDERED
#pragma omp atomic read
#endif
        now = count; // RACE
        // ADVICE: make both atomic
#pragma omp atomic
        seen += now;
    }
    return seen < 0;
}
