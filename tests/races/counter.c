// Every thread counts.
int main(void)
{
    int count = 0;
#pragma omp target teams distribute parallel for map(tofrom: count)
    for (int i = 0; i < 500; i++) {
#ifdef ORDERED
#pragma omp atomic
#endif
        count++; // RACE
        // ADVICE: threads update one location: a reduction clause
    }
    return count < 1;
}
