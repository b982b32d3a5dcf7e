// expect: R4001 at 11
struct nothing {
};
struct holder {
    int value;
    struct nothing none;
};

void f(struct holder *h)
{
    #pragma omp target map(tofrom: h[0:1])
    h->value++;
}
