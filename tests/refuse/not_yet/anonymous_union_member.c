// expect: R4003 at 16
union value {
    int number;
    struct { short low, high; };
};

int f(void)
{
    int r;
    #pragma omp target map(from: r)
    {
        union value first = { 3 }, assigned;
        assigned.high = 4;
        r = first.number + assigned.high;
        // No designator of C++ says this.
        union value v = { .high = 5 };
        r += v.high;
    }
    return r;
}
