// Neighbours in a word: every thread its own byte, or two threads one.
int main(void)
{
    char a[64] = { 0 };
#ifdef ORDERED
#define AT i
#else
#define AT i / 2
#endif
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 64; i++)
        a[AT] = i; // RACE
    return a[0] > 1;
}
