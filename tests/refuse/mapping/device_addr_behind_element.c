// expect: R6040 at 9
struct box {
    int n;
    short *in;
};

void f(short **rows, struct box *b)
{
    #pragma omp target data map(tofrom: rows[1][1:1], b->in[0:2]) use_device_addr(rows[1][1:1])
    rows[1][1] = 1;
    #pragma omp target data map(tofrom: b->in[0:2]) use_device_addr(b->in[0:2])
    b->in[1] = 1;
    #pragma omp target has_device_addr(b->in[0])
    b->in[0] = 1;
}
