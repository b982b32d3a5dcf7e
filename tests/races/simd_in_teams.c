// Teams share an array of counters, which `distribute parallel for simd` updates.
int main(void)
{
    int counts[16] = { 0 };
#pragma omp target map(tofrom: counts)
#pragma omp teams num_teams(4) thread_limit(32)
#pragma omp distribute parallel for simd
    for (int i = 0; i < 320; i++) {
#ifdef ORDERED
#pragma omp atomic
#endif
        counts[i % 16]++; // RACE
        // ADVICE: atomic in front of the update
    }
    return counts[0] < 1;
}
