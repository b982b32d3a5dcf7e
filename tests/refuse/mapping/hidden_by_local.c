// expect: R6041 at 14
int length = 4;
struct vector { int n; int *data; };
#pragma omp declare mapper(struct vector v) map(v.n, v.data[0:length])

void same(struct vector *s)
{
    #pragma omp target map(tofrom: *s)
    s->data[3]++;
}

void other(struct vector s, int length)
{
    #pragma omp target map(tofrom: s)
    s.data[length - 1]++;
}
