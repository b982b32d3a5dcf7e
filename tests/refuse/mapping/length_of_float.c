// expect: R3001 at 6
int main(void)
{
    int a[4] = {1, 2, 3, 4}, n = 2;
    double from = 1;
    #pragma omp target map(tofrom: a[0:1.5f], a[from:1])
    a[0] = n;
    return a[0];
}
