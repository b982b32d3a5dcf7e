// expect: R5001 at 6
struct hidden;

void f(struct hidden *p)
{
    #pragma omp target map(p[0:10])
    (void)p;
}
