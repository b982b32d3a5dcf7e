// expect: R6001 at 6
struct v {
    int n;
    int *p;
};
#pragma omp declare mapper(struct v x) map(x, x.p[0:x.n])
void f(struct v x)
{
    #pragma omp target map(tofrom: x)
    x.p[0] = 1;
}
