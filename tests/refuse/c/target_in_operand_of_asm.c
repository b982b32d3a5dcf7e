// expect: R6010 at 6
int f(void)
{
    int x = 1, y = 0;
    asm volatile("mov %1, %0" : "=r"(y) : "r"(({
        #pragma omp target map(tofrom: x)
        x += 4;
        x; })));
    return x + y;
}
