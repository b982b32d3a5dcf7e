// Dependences order sibling tasks alone.
int main(void)
{
    int a = 0;
#pragma omp target parallel num_threads(8) map(tofrom: a)
#pragma omp single
    {
#pragma omp task depend(inout: a) shared(a)
        {
#pragma omp task depend(inout: a) shared(a)
            a++; // RACE
#ifdef ORDERED
#pragma omp taskwait
#endif
        }
#pragma omp task depend(inout: a) shared(a)
        {
#pragma omp task depend(inout: a) shared(a)
            a++; // RACE
#ifdef ORDERED
#pragma omp taskwait
#endif
        }
    }
    return a < 1;
}
