// Tasks of two taskloops, the first with nogroup.
#ifdef ORDERED
#define HOW
#else
#define HOW nogroup
#endif
int main(void)
{
    int a[64] = { 0 }, b[64] = { 0 };
#pragma omp target map(tofrom: a, b)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp taskloop grainsize(8) HOW
        for (int i = 0; i < 64; i++)
            a[i] = i; // RACE
#pragma omp taskloop grainsize(8)
        for (int i = 0; i < 64; i++)
            b[i] = a[63 - i]; // RACE
    }
    return b[0] < 0;
}
