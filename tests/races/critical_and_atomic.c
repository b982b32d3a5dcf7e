// A critical section orders nothing against an atomic operation.
int main(void)
{
    int count = 0;
#pragma omp target map(tofrom: count)
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(40)
    {
#pragma omp atomic // RACE
        count++;
#ifdef ORDERED
#pragma omp atomic
        count += 2;
#else
#pragma omp critical
        count += 2; // RACE
        // ADVICE: nor do atomic and critical
#endif
    }
    return count < 3;
}
