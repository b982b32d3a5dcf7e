// A sum without a reduction clause.
#ifdef ORDERED
#define HOW reduction(+: sum)
#else
#define HOW map(tofrom: sum)
#endif
int main(void)
{
    double sum = 0, x[300];
    for (int i = 0; i < 300; i++)
        x[i] = 1;
#pragma omp target teams distribute parallel for HOW
    for (int i = 0; i < 300; i++)
        sum += x[i]; // RACE
    return sum < 1;
}
