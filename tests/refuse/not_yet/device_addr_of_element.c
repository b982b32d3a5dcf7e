// expect: R6040 at 5
int f(short **rows)
{
    int got;
    #pragma omp target has_device_addr(rows[1][1:1]) map(from: got)
    got = rows[1][1];
    return got;
}
