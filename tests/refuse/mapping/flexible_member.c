// expect: R6040 at 12, "of a variable"
// A flexible array member of a variable: on the device, the variable's type has no room for it.
struct list {
    int n;
    double v[];
};

struct list fixed = {3, {1, 2, 3}};

void f(int n)
{
    #pragma omp target map(tofrom: fixed.v[0:n])
    fixed.v[0] = fixed.n;
}
