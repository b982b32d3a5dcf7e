// expect: R6040 at 9, "whose length the program alone knows"
struct list {
    int n;
    double v[];
};

void f(struct list *l)
{
    #pragma omp target map(tofrom: l[0:1], l->v)
    l->v[0] = l->n;
}
