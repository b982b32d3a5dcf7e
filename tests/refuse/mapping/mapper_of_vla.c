// expect: R6041 at 9
struct list {
    int n;
    double *p;
};
#pragma omp declare mapper(struct list l) map(tofrom: l.p[0:l.n])
void work(int n, struct list (*all)[n])
{
    #pragma omp target map(tofrom: *all)
    all[0][0].p[0] = 1;
}
