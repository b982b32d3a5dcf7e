// "huge" "out_of_memory.c:8"
#include <stdio.h>

int main(void)
{
    static double one;
    double *huge = &one;
    #pragma omp target enter data map(alloc: huge[0:1L << 45])
    puts("survived");
    return 0;
}
