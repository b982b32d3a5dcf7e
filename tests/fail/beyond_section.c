// "a" "beyond_section.c:8"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(2000, sizeof *a), n = 1000;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i <= n; i++)
        a[i] = i;
    puts("survived");
    return 0;
}
