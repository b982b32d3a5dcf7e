// expect: R5001|R3001 at 7
struct s {
    unsigned low : 4, high : 4;
};
void f(struct s s, int *a)
{
    #pragma omp target map(to: s.low) map(tofrom: a[0:1])
    a[0] = (int)s.low;
}
