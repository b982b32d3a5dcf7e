void add(int n, int *device_memory, int *also)
{
    #pragma omp target teams distribute parallel for is_device_ptr(device_memory)
    for (int i = 0; i < n; i++)
        device_memory[i] += also[i];
}

void outer(int n, int *a, int *b)
{
    #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) use_device_ptr(a)
    add(n, a, b);
}
