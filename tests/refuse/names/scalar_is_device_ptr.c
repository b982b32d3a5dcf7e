// expect: R3001 at 4
void f(int n, int *a, double d)
{
    #pragma omp target is_device_ptr(d) map(tofrom: a[0:n])
    a[0] = (int)d + n;
}
