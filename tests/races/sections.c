// Two sections use one variable.
// ADVICE: make two constructs
int main(void)
{
    int x = 0, y = 0;
#ifdef ORDERED
#define Y y
#else
#define Y x
#endif
#pragma omp target parallel sections num_threads(2) map(tofrom: x, y)
    {
#pragma omp section
        x = 1; // RACE
#pragma omp section
        Y = 2; // RACE
    }
    return x == 0;
}
