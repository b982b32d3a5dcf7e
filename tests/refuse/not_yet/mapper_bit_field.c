// expect: R6041 at 8
typedef struct { int n; double *d; } vec;
#pragma omp declare mapper(vec v) map(to: v.n) map(tofrom: v.d[0:v.n])
typedef struct { unsigned low: 4, high: 4; vec v; } box;

void f(box b)
{
#pragma omp target map(tofrom: b)
    b.v.d[0] += b.high;
}
