// A grandchild is not complete behind a taskwait, but behind a taskgroup.
int main(void)
{
    int x = 0, y = 0;
#pragma omp target map(tofrom: x, y)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#ifdef ORDERED
#pragma omp taskgroup
#endif
        {
#pragma omp task shared(x)
            {
#pragma omp task shared(x)
                x = 1; // RACE
            }
#pragma omp taskwait
        }
        y = x; // RACE
    }
    return x == 0;
}
