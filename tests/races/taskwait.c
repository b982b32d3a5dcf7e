// The result of a task is used before it is complete.
int main(void)
{
    int x = 0, y = 0;
#pragma omp target map(tofrom: x, y)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(x)
        x = 1; // RACE
#ifdef ORDERED
#pragma omp taskwait
#endif
        y = x; // RACE
    }
    return x == 0;
}
