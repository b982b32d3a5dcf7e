// expect: R6041 at 10
struct inner {
    int *data;
};
struct outer {
    struct inner *in;
};
void f(int n, struct outer *a)
{
    #pragma omp target map(iterator(int i = 0:n), tofrom: a[i].in->data[0:n])
    a[0].in->data[0] = n;
}
