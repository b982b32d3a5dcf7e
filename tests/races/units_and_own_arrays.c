// Sections of one thread use an array of variable length that each thread has, or that all share.
int main(void)
{
    int n = 100, sums[5] = {0};
#pragma omp target parallel num_threads(2) map(tofrom: sums) firstprivate(n)
    {
        int own[n];
        for (int i = 0; i < n; i++)
            own[i] = i;
#pragma omp sections
        {
#pragma omp section
            own[1]++;
#pragma omp section
            own[1]++;
#pragma omp section
            own[1]++;
#ifndef ORDERED
#pragma omp section
            sums[0]++; // RACE
#pragma omp section
            ;
#pragma omp section
            sums[0]++; // RACE
#endif
        }
#pragma omp critical
        sums[1] += own[1];
    }
    return sums[1] != 5;
}
