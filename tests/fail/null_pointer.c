// "null_pointer.c:8"
#include <stdio.h>

int main(void)
{
    int *nowhere = NULL;

    #pragma omp target
    *nowhere = 1;
    puts("survived");
    return 0;
}
