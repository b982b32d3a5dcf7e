// expect: R2002 at 7, "plus or minus a constant"
int main(void)
{
    int n = 10, x[12] = {0};
    #pragma omp target parallel for ordered(1) map(tofrom: x)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - n)
        x[i]++;
        #pragma omp ordered depend(source)
    }
    return x[0];
}
