// One task writes what two others read.
#ifdef ORDERED
#define FIRST depend(out: x)
#define THEN depend(in: x)
#else
#define FIRST
#define THEN
#endif
int main(void)
{
    int x = 0, a = 0, b = 0;
#pragma omp target map(tofrom: x, a, b)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(x) FIRST
        x = 1; // RACE
#pragma omp task shared(x, a) THEN
        a = x; // RACE
#pragma omp task shared(x, b) THEN
        b = x; // RACE
    }
    return x == 0;
}
