// expect: R2301 at 5, "closely nested"
int main(void)
{
    int n = 10;
    #pragma omp target parallel map(tofrom: n)
    #pragma omp cancel for
    return n;
}
