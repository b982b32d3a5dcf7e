// expect: R2004 at 7, "no `ordered` clause with a number"
int main(void)
{
    int n = 10, x[12] = {0};
    #pragma omp target parallel for  map(tofrom: x)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1)
        x[i]++;
        #pragma omp ordered depend(source)
    }
    return x[0];
}
