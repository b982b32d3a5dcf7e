// expect: R2002 at 7, "2 parts, for 1 loops"
int main(void)
{
    int n = 10, x[12] = {0};
    #pragma omp target parallel for ordered(1) map(tofrom: x)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1, i)
        x[i]++;
        #pragma omp ordered depend(source)
    }
    return x[0];
}
