// host: skip (gcc 12 has no has_device_addr)
/* A variable at a device address, read by its name, beside a pointer that leads to the same memory. */
#include "../test.h"

struct pair { int x, y; };

__attribute__((noinline)) static int member(int steps, int *p, const int *q, int *to)
{
    struct pair s = { 3, 4 };
    p = p ? p : &s.x;
    #pragma omp target data map(tofrom: s)
    #pragma omp target data use_device_addr(s)
    {
        #pragma omp target teams distribute parallel for has_device_addr(s)
        for (int i = 0; i < 1; i++)
            for (int k = 0; k < steps; k++) {
                p[i] += q[i];
                to[k] += s.x;
            }
    }
    return s.x;
}

__attribute__((noinline)) static int scalar(int steps, int *p, const int *q, int *to)
{
    int s = 3;
    p = p ? p : &s;
    #pragma omp target data map(tofrom: s)
    #pragma omp target data use_device_addr(s)
    {
        #pragma omp target parallel for has_device_addr(s)
        for (int i = 0; i < 1; i++)
            for (int k = 0; k < steps; k++) {
                p[i] += q[i];
                to[k] += s;
            }
    }
    return s;
}

int main(void)
{
    int q[2] = { 1, 2 }, to[10] = { 0 }, x, s;
    #pragma omp target data map(tofrom: q, to)
    {
        x = member(10, NULL, q, to);
        s = scalar(10, NULL, q, to);
    }
    CHECK(x == 13 && s == 13);
    for (int k = 0; k < 10; k++)
        CHECK(to[k] == 2 * (4 + k));
    return test_end();
}
