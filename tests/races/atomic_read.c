// What others change atomically is read plainly.
int main(void)
{
    int x = 0, seen[64];
#pragma omp target parallel for num_threads(64) map(tofrom: x) map(from: seen)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic // RACE
        x += 1; // RACE
#ifdef ORDERED
#pragma omp atomic read
#endif
        seen[i] = x; // RACE
    }
    return seen[0] < 0;
}
