// "null_pointer.c:8" "through a null pointer" "nowhere is a null pointer on the host"
#include <stdio.h>

int main(void)
{
    int *nowhere = NULL;

    #pragma omp target
    *nowhere = 1;
    puts("survived");
    return 0;
}
