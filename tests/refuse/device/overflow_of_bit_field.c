// expect: R4001 at 9
struct flags {
    unsigned low : 3;
};

void f(struct flags s, int x, int *lost)
{
    #pragma omp target map(from: lost[0:1])
    *lost = __builtin_add_overflow_p(x, 1, s.low);
}
