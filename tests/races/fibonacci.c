// The sum of two tasks' results.
#pragma omp declare target
int fib(int n)
{
    int i, j, s;
    if (n < 2)
        return n;
#pragma omp task shared(i) depend(out: i)
    i = fib(n - 1); // RACE
#pragma omp task shared(j) depend(out: j)
    j = fib(n - 2); // RACE
#ifdef ORDERED
#pragma omp task shared(i, j, s) depend(in: i, j) depend(out: s)
#else
#pragma omp task shared(i, j, s) depend(in: i) depend(out: s)
#endif
    s = i + j; // RACE
#pragma omp taskwait
    return s;
}
#pragma omp end declare target
int main(void)
{
    int result = 0;
#pragma omp target parallel num_threads(4) map(tofrom: result)
#pragma omp single
    result = fib(7);
#ifdef ORDERED
    return result != 13;
#else
    return 0;
#endif
}
