// expect: R5001 at 3
// The size stands in another file.
extern int table[];

int first(void)
{
    int x;
    #pragma omp target map(from: x)
    x = table[0];
    return x;
}
