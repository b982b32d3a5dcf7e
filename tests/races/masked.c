// masked has no barrier.
int main(void)
{
    int x = 0, sum = 0;
#pragma omp target parallel num_threads(32) map(tofrom: x, sum)
    {
#pragma omp masked
        x = 3; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp atomic // RACE
        sum += x; // RACE
    }
    return sum < 0;
}
