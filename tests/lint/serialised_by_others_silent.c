// silent
// A function of this file that calls one of another file: nobody knows here whether that one has parallel regions.
#pragma omp declare target
int other(int x);
static int twice(int x) { return 2 * other(x); }
static int four(int x) { return 2 * twice(x); }
#pragma omp end declare target

void all(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = four(v[i]) + twice(1);
}
