#pragma omp declare target
int called(int);
int back(int i) { return i + 1; }
#pragma omp end declare target
int caller(void)
{
    int i = 3;
    #pragma omp target map(tofrom: i)
    i = called(i);
    return i;
}
