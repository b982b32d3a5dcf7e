// Two tasks use one variable, and only one says so.
#ifdef ORDERED
#define NEEDS depend(in: x)
#else
#define NEEDS depend(in: y)
#endif
#define PRAGMA(x) _Pragma(#x)
#define TASK(how) PRAGMA(omp task how)
int main(void)
{
    int x = 0, y = 0, got = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x, y, got)
#pragma omp single
    {
#pragma omp task shared(x) depend(out: x)
        x = 1; // RACE
        TASK(shared(x, got) NEEDS)
        got = x; // RACE
        // ADVICE: depend clauses
    }
    return got < 0;
}
