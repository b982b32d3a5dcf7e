// expect: R4003 at 8
int glob = 5;
int main(void)
{
    int r = 0, glob = 3;
    #pragma omp target map(tofrom: r)
    {
        extern int glob;
        r = glob;
    }
    return r + glob;
}
