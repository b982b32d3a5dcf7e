// expect: R1002 at 8
#define for if (0); else for
#define const
#define int long
#define sizeof(x) ((int)sizeof(x))
int f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
    return n;
}
