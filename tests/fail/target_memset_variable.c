// "target_memset_variable.c:13: error: omp_target_memset writes 44 bytes, the one at offset 40 just past the end of the variable table"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

#pragma omp begin declare target
int table[10];
#pragma omp end declare target
int main(void)
{
    int *p = omp_get_mapped_ptr(table, 0);
    omp_target_memset(p, 1, 40, 0);
    omp_target_memset(p, 1, 44, 0);
    puts("survived");
}
