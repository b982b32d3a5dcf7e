// A distribute loop whose iterations touch their neighbours.
int main(void)
{
    int a[64] = { 0 }, b[64] = { 0 };
#ifdef ORDERED
#define TO b
#else
#define TO a
#endif
#pragma omp target teams distribute map(tofrom: a, b)
    for (int i = 1; i < 64; i++)
        TO[i] = a[i - 1] + 1; // RACE
    return TO[1] != 1;
}
