// expect: R6041 at 14
/* A mapper of elements behind a pointer, of which the first is not mapped; how many there are, only the program knows. */
struct list {
    int n;
    double *p;
};
#pragma omp declare mapper(struct list l) map(tofrom: l.p[0:l.n])

struct list *all;
int count, from;

void work(void)
{
    #pragma omp target map(all[from:count])
    all[from].p[0] = 1;
}
