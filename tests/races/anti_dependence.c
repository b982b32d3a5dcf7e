// An element is read by one iteration and written by its neighbour.
int main(void)
{
    static int a[1000], b[1000];
    for (int i = 0; i < 1000; i++)
        a[i] = i;
#ifdef ORDERED
#define FROM b
    for (int i = 0; i < 1000; i++)
        b[i] = a[i];
#else
#define FROM a
#endif
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: b)
    for (int i = 0; i < 999; i++)
        a[i] = FROM[i + 1] + 1; // RACE
    // ADVICE: put the results into a second array
    return a[998] != 1000;
}
