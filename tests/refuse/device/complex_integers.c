// expect: R4001 at 6
void f(void)
{
    _Complex __int128 z = 0, host = 3;
    host += 1;
    #pragma omp target map(tofrom: z)
    z = z + 1;
}
