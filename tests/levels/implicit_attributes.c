// What no clause names: scalars, arrays, structures, pointers.
struct point { double x, y; };
void f(int n, double *to)
{
    int table[4] = {1, 2, 3, 4};
    struct point p = {1, 2};
    #pragma omp target
    to[0] = n * table[1] + p.x;
}
