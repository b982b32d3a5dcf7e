// expect: R4001 at 8
/* The type of a variable is one cause: what its uses come to is not told again. */
typedef float quad __attribute__((vector_size(16)));
void f(float *a)
{
    #pragma omp target map(tofrom: a[0:4])
    {
        quad x = {1, 2, 3, 4};
        x = x + x;
        x = -x;
        a[0] = sizeof x;
    }
}
