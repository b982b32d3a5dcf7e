// expect: R4001 at 6
void f(int *a)
{
#pragma omp target map(tofrom: a[0:4])
    {
        register int r asm("ebx") = 3;
        a[0] = 1;
#pragma omp parallel num_threads(4)
        r = 2;
        a[1] = r;
    }
}
