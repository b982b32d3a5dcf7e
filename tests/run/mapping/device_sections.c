// host: skip (gcc 12 does not know has_device_addr)
// use_device_addr and has_device_addr of sections: the base pointer holds the base address on the device (5.2, 5.4.9).
#include "../test.h"

static short *moved(short *p)
{
    return p;
}

int main(void)
{
    short x[40], *b = x, *c = x + 40;
    int inside = 0;
    for (int i = 0; i < 40; i++)
        x[i] = 100 + i;
    #pragma omp target data map(tofrom: b[1:1]) use_device_addr(b[1:1])
    #pragma omp target has_device_addr(b[1:1]) map(from: inside)
    {
        inside = b[1];
        b[1] = 222;
    }
    CHECK(inside == 101 && b[1] == 222);
    #pragma omp target data map(tofrom: b[2]) use_device_addr(b[2])
    #pragma omp target has_device_addr(b[2]) map(from: inside)
    {
        inside = b[2];
        b[2] = 333;
    }
    CHECK(inside == 102 && b[2] == 333);
    /* The section says which part is meant, where others of the pointer are mapped elsewhere. */
    #pragma omp target enter data map(to: b[0:4])
    #pragma omp target enter data map(to: b[20:4])
    #pragma omp target data use_device_addr(b[20:4])
    #pragma omp target has_device_addr(b[20:4]) map(from: inside)
    inside = b[23];
    CHECK(inside == 123);
    #pragma omp target exit data map(delete: b[0:4])
    #pragma omp target exit data map(delete: b[20:4])
    /* A base pointer behind its section, and an array. */
    #pragma omp target data map(tofrom: c[-4:2], x[5:3]) use_device_addr(c[-4:2], x[5:3])
    {
        short *first = moved(&x[5]);
        #pragma omp target has_device_addr(c[-4:2]) is_device_ptr(first) map(from: inside)
        inside = c[-3] + first[2];
    }
    CHECK(inside == 137 + 107);
    /* Without a device copy the address is what it was. */
    short *same = 0;
    #pragma omp target data map(to: inside) use_device_addr(b[30:1])
    same = b;
    CHECK(same == x);
    return test_end();
}
