int counter;
static int own = 4;
#pragma omp declare target local(counter, own)

int other(void)
{
    int v = 0;
    #pragma omp target map(from: v)
    v = counter + own;
    return v;
}
