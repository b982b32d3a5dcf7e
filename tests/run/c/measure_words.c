// Sizes and alignments of types whose names, and the names in whose expressions, hold the words for the two.
#include "../test.h"
#include <stddef.h>

struct malignofed {
    char c[12];
    short s;
};
struct sizeofed {
    long long x;
    char c;
};
typedef struct malignofed an_alignof_type;

int main(void)
{
    size_t got[7] = {0};
#pragma omp target map(from : got)
    {
        struct malignofed alignof_of = {{0}, 1};
        got[0] = sizeof(struct malignofed);
        got[1] = _Alignof(struct malignofed);
        got[2] = sizeof(struct sizeofed);
        got[3] = _Alignof(struct sizeofed);
        got[4] = sizeof(an_alignof_type);
        got[5] = sizeof alignof_of;
        got[6] = __alignof__(alignof_of);
    }
    CHECK(got[0] == sizeof(struct malignofed) && got[0] == 14);
    CHECK(got[1] == _Alignof(struct malignofed) && got[1] == 2);
    CHECK(got[2] == sizeof(struct sizeofed) && got[2] == 16);
    CHECK(got[3] == 8);
    CHECK(got[4] == 14);
    CHECK(got[5] == 14);
    CHECK(got[6] == 2);
    return test_end();
}
