/* GNU C in host code around a region, which must pass through untouched. */
#include "../test.h"

static int choose(int k)
{
    static void *const targets[] = {&&zero, &&one};
    goto *targets[k & 1];
zero:
    return 10;
one:
    return 11;
}

static int elvis(int x)
{
    return x ?: -1;
}

int main(void)
{
    int a[10];
    __extension__ __int128 wide = (__int128)1 << 100;
    struct __attribute__((packed)) {
        char c;
        int i;
    } packed = {'p', 4};
    int add(int x)
    {
        return x + packed.i;
    }
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == i);
    CHECK(choose(0) == 10 && choose(1) == 11 && elvis(0) == -1 && add(1) == 5);
    CHECK((int)(wide >> 98) == 4 && sizeof packed == 5 && "\e"[0] == 27);
    __asm__ volatile("" ::: "memory");
    return test_end();
}
