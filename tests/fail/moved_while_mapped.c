// "moved_while_mapped.c:10: error: the memory of p[0:4] is reallocated while it is mapped on device 0" "or free it behind the construct that maps it"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(8, sizeof *p);
#pragma omp target data map(tofrom: p[0:4])
    {
        int *q = realloc(p, 100000);
        puts(q ? "survived" : "no memory");
    }
    return 0;
}
