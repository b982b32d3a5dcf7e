// expect: R6011 at 5
/* OpenMP 6.0. */
void f(int *s, int later)
{
    #pragma omp target map(tofrom: s[0:1]) nowait(later)
    s[0] = 1;
    #pragma omp taskwait
}
