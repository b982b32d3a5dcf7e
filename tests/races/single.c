// What a single nowait writes is read by all.
#ifdef ORDERED
#define HOW
#else
#define HOW nowait
#endif
int main(void)
{
    int x = 0, sum = 0;
#pragma omp target parallel num_threads(32) map(tofrom: x, sum)
    {
#pragma omp single HOW
        x = 3; // RACE
#pragma omp atomic // RACE
        sum += x; // RACE
    }
    return sum < 0;
}
