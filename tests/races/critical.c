// A sum in a critical section, or in none.
int main(void)
{
    int sum = 0;
#pragma omp target parallel for map(tofrom: sum) num_threads(40)
    for (int i = 0; i < 80; i++) {
#ifdef ORDERED
#pragma omp critical
#endif
        sum = sum + i; // RACE
    }
    return sum < 0;
}
