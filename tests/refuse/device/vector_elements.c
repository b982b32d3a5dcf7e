// expect: R4001 at 10
/* A vector of which only elements are used is named as what it is; one whose type is told of is not told of again. */
typedef int quad __attribute__((vector_size(16)));
int total(int i)
{
    quad v = {1, 2, 3, 4};
    int s = 0;
#pragma omp target map(tofrom: s)
    {
        s = v[i];
        quad w = {4, 3, 2, 1};
        s += w[i];
    }
    return s;
}
