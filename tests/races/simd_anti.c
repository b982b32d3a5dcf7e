// Each iteration of a simd loop reads what the next one writes, behind its own write.
int main(void)
{
    int a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#ifdef ORDERED
#define FROM b
#else
#define FROM a
#endif
#pragma omp target parallel num_threads(2) map(tofrom: a) map(to: b)
    {
#pragma omp single
        {
            int i;
#pragma omp simd
            for (i = 0; i < 62; i++) {
                a[i] = i * 2; // RACE
                if (FROM[i + 1] > 1000) // RACE
                    a[63] = 0;
            }
            // What is read before it is written again is as it was, in a vector as well.
#pragma omp simd
            for (i = 0; i < 62; i++)
                a[i] = a[i + 1];
        }
    }
    return a[63] != 63;
}
