void touch(int *p, double scale)
{
    #pragma omp target map(tofrom: p[0:1])
    *p = (int)(*p * scale);
}
