// expect: R6040 at 9
struct list {
    int n;
    double v[];
};

void f(struct list *l, int n)
{
    #pragma omp target map(tofrom: l[0:1], l->v[0:n])
    l->v[0] = l->n;
}
