/* `use_device_addr` of scalars, structures and pointers: the block says the device's storage for them. */
#include "../test.h"

struct s {
    int a, b;
};

static void add(int *on_the_device, int by)
{
    #pragma omp target is_device_ptr(on_the_device)
    *on_the_device += by;
}

int main(void)
{
    int x = 1, n = 3;
    struct s s = { 1, 2 };

    #pragma omp target data map(tofrom: x, s) use_device_addr(x, s)
    {
        #pragma omp target has_device_addr(x)
        x += 4;
        add(&x, 10);
        struct s *q = &s;
        #pragma omp target is_device_ptr(q)
        q->b += q->a;
        #pragma omp target teams distribute parallel for has_device_addr(s)
        for (int i = 0; i < n; i++) {
            #pragma omp atomic
            s.a += i;
        }
        if (n == 3) {
            int *y = &x;
            add(y, 100);
        }
    }
    CHECK(x == 115 && s.a == 4 && s.b == 3);

    /* Nothing is mapped: the host's own. */
    #pragma omp target data if(0) map(tofrom: x) use_device_addr(x)
    {
        x = 7;
    }
    CHECK(x == 7);
    printf("%d %d %d\n", x, s.a, s.b);
    return test_end();
}
