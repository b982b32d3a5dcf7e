// Two sibling tasks write one variable.
#ifdef ORDERED
#define HOW depend(inout: x)
#else
#define HOW
#endif
int main(void)
{
    int x = 0;
#pragma omp target map(tofrom: x)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(x) HOW
        x = 1; // RACE
#pragma omp task shared(x) HOW
        x = 2; // RACE
    }
    return x == 0;
}
