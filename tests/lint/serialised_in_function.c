// A parallel region that a called function comes to, at whatever distance.
#pragma omp declare target
static int inner(int x)
{
    int s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < x; i++)
        s += i;
    return s;
}
static int outer(int x) { return inner(x) + 1; }
#pragma omp end declare target

void all(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = outer(v[i]);
}
