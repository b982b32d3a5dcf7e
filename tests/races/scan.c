// What follows a scan directive writes one element from all iterations.
int main(void)
{
    int a[64], b[64], sum = 0;
    for (int i = 0; i < 64; i++)
        a[i] = 1, b[i] = 0;
#ifdef ORDERED
#define AT i
#else
#define AT i / 2
#endif
#pragma omp target parallel for num_threads(16) reduction(inscan, +: sum) map(tofrom: a, b)
    for (int i = 0; i < 64; i++) {
        sum += a[i];
#pragma omp scan inclusive(sum)
        b[AT] = sum; // RACE
    }
    return 0;
}
