// The variable of an inner loop is declared outside.
int main(void)
{
    int j = 0;
    static int a[20][20];
#ifdef ORDERED
#define HOW private(j)
#else
#define HOW map(tofrom: j)
#endif
#pragma omp target parallel for HOW
    for (int i = 0; i < 20; i++)
        for (j = 0; j < 20; j++) // RACE
            a[i][j] = i; // RACE
    return a[0][0];
}
