// "stale_pointer.c:12"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(100, sizeof *a), *on_device = NULL;
    #pragma omp target enter data map(to: a[0:100])
    #pragma omp target data use_device_ptr(a)
    on_device = a;
    #pragma omp target exit data map(delete: a[0:100])
    #pragma omp target is_device_ptr(on_device)
    on_device[5] = 1;
    puts("survived");
    return 0;
}
