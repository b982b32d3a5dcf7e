// expect: R4003 at 8
struct value {
    int kind;
    struct { int count; union { int number; float real; }; };
};

#pragma omp declare target
static struct value table[] = { { 1, { 2, { 3 } } }, { .real = 5 } };
#pragma omp end declare target

float f(int i)
{
    float r;
    #pragma omp target map(from: r)
    r = table[i].real;
    return r;
}
