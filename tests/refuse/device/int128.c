// expect: R4001 at 9
// What device code cannot do with integers of 128 bits.
struct bits {
    unsigned __int128 low : 100;
};

void f(int n, long *a, __int128 w, struct bits b)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = b.low > 3;
    #pragma omp target map(tofrom: a[0:n])
    {
        __int128 sum;
        a[0] = __builtin_add_overflow(w, w, &sum);
    }
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) thread_limit(w)
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
