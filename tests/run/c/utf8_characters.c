// `u8'a'` of C23 is an unsigned char, whatever sign `char` has; numbers with separators beside it.
#include "../test.h"

#if __STDC_VERSION__ > 201710L
enum { letter = u8'Z' };

int main(void)
{
    int x[8] = {0};
    #pragma omp target map(tofrom: x)
    {
        x[0] = u8'a';
        x[1] = u8'\xff';
        x[2] = sizeof u8'a';
        x[3] = u8'\'' + u8'\\' * 2;
        x[4] = letter;
        x[5] = _Generic(u8'a', unsigned char: 1, default: 2);
        x[6] = ~u8'\x80' < 0;
    }
    CHECK(x[0] == 97);
    CHECK(x[1] == 255);
    CHECK(x[2] == 1);
    CHECK(x[3] == 39 + 2 * 92);
    CHECK(x[4] == 90);
    CHECK(x[5] == 1);
    CHECK(x[6] == 1);
    return test_end();
}
#else
int main(void)
{
    return test_end();
}
#endif
