// expect: R4001 at 10
#pragma omp declare target
static int none[0];
#pragma omp end declare target
int f(void)
{
    int r;
    #pragma omp target map(from: r)
    {
        int inside[2][0];
        r = sizeof inside + (none != 0);
    }
    return r;
}
