// expect: R6001 at 9
struct v {
    int n;
    int *p;
};
#pragma omp declare mapper(struct v x) map(x, x.p[0:x.n])
void f(int n, struct v *x)
{
    #pragma omp target map(tofrom: x[0:n])
    x[0].p[0] = 1;
}
