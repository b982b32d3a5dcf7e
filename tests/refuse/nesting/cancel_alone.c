// expect: R2004 at 7, "closely nested"
int main(void)
{
    int n = 10;
    #pragma omp target parallel map(tofrom: n)
    {
        #pragma omp cancel for
    }
    return n;
}
