/* _Generic, _Static_assert, alignment and typeof in device code. */
#include "../test.h"

#define KIND(x) _Generic((x), int: 1, float: 2, double: 3, char: 4, unsigned: 5, int *: 6, default: 9)

int main(void)
{
    int out[8];
    #pragma omp target map(from: out)
    {
        _Static_assert(sizeof(int) == 4, "int has four bytes");
        char c = 'c';
        float f = 1;
        out[0] = KIND(1);
        out[1] = KIND(f);
        out[2] = KIND(f + 1.0);
        out[3] = KIND(c);
        out[4] = KIND(c + c);
        out[5] = KIND(1u - 2);
        out[6] = KIND(&out[0]);
        out[7] = KIND(1L);
    }
    static const int want[8] = {1, 2, 3, 4, 1, 5, 6, 9};
    for (int i = 0; i < 8; i++) {
        printf("%d ", out[i]);
        CHECK(out[i] == want[i]);
    }
    puts("");
    return test_end();
}
