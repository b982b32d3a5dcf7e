// expect: R3003 at 6
struct s { int x; };
int f(int n, int *a)
{
    struct s last = { 0 };
    #pragma omp target parallel for lastprivate(conditional: last) map(tofrom: a[0:n], last)
    for (int i = 0; i < n; i++)
        if (a[i])
            last.x = i;
    return last.x;
}
