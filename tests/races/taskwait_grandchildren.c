// taskwait waits for children, not for theirs.
int main(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x, y)
#pragma omp single
    {
#pragma omp task shared(x)
        {
#pragma omp task shared(x)
            x = 1; // RACE
#ifdef ORDERED
#pragma omp taskwait
#endif
        }
#pragma omp taskwait
        y = x; // RACE
    }
    return 0;
}
