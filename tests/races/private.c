// A temporary is shared by all iterations.
int main(void)
{
    int t = 0, a[200];
    for (int i = 0; i < 200; i++)
        a[i] = i;
#ifdef ORDERED
#define HOW private(t)
#else
#define HOW map(tofrom: t)
#endif
#pragma omp target teams distribute parallel for HOW
    for (int i = 0; i < 200; i++) {
        t = a[i]; // RACE
        a[i] = t * 2; // RACE
    }
    return a[0] != 0;
}
