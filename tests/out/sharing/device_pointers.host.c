#include "romp.h"
void add(int n, int *device_memory, int *also)
{
    /* target teams distribute parallel for is_device_ptr(device_memory) */
    ROMP_TARGET("device_pointers.c:3", add_1,
        romp_block(128), romp_iterations(n), romp_value(device_memory), romp_value(n), romp_pointer(also))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        device_memory[i] += also[i];
}

void outer(int n, int *a, int *b)
{
    /* target data map(tofrom: a[0:n]) map(to: b[0:n]) use_device_ptr(a) */
    ROMP_TARGET_DATA("device_pointers.c:10", romp_tofrom(a, 0, n), romp_to(b, 0, n))
    ROMP_USE_DEVICE(a)
    add(n, a, b);
}
