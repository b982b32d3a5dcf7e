// "a" "partial_section.c:12"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(100, sizeof *a);
    #pragma omp target enter data map(to: a[0:50])
    a[0] = 1;

    /* Half of it is mapped already, as part of a smaller section. */
    #pragma omp target map(tofrom: a[0:100])
    a[99] = 1;
    puts("survived");
    return 0;
}
