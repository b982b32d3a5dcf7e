void one(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    x[0]++;
}
