/* Plain char has the host's signedness on the device. */
#include "../test.h"

int main(void)
{
    char text[4] = "\xff\x80\x7f";
    int negative = 0, wide[3], compare = 0;
    char c = (char)0xe9;

    #pragma omp target map(tofrom: negative, compare) map(from: wide)
    {
        for (int i = 0; i < 3; i++) {
            negative += text[i] < 0;
            wide[i] = text[i];
        }
        compare = c == '\xe9';
        if (c > 0)
            compare += 10;
    }
    int want = 0;
    for (int i = 0; i < 3; i++) {
        want += text[i] < 0;
        CHECK(wide[i] == text[i]);
    }
    CHECK(negative == want);
    CHECK(compare == 1 + (c > 0 ? 10 : 0));
    printf("%d %d %d %d\n", negative, wide[0], wide[1], wide[2]);
    return test_end();
}
