/* use_device_ptr and use_device_addr hand the device's addresses to host code. */
#include "../test.h"

static void add_one(int *device_memory, int n)
{
    #pragma omp target teams distribute parallel for is_device_ptr(device_memory)
    for (int i = 0; i < n; i++)
        device_memory[i] += 1;
}

int main(void)
{
    enum { n = 400 };
    int *p = malloc(n * sizeof *p), a[n];
    for (int i = 0; i < n; i++)
        p[i] = a[i] = i;

    #pragma omp target data map(tofrom: p[0:n], a)
    {
        #pragma omp target data use_device_ptr(p)
        add_one(p, n);
        #pragma omp target data use_device_addr(a)
        add_one(a, n);
        #pragma omp target data use_device_ptr(p) use_device_addr(a)
        {
            add_one(p + 100, 100);
            add_one(&a[n - 1], 1);
        }
    }
    for (int i = 0; i < n; i++) {
        CHECK(p[i] == i + 1 + (i >= 100 && i < 200));
        CHECK(a[i] == i + 1 + (i == n - 1));
    }
    printf("%d %d\n", p[150], a[n - 1]);
    free(p);
    return test_end();
}
