/* `#pragma pack` that changes no layout in device code, and one that does on the host. */
#include "../test.h"

#pragma pack(push, 8)
struct eight {
    char kind;
    double value;
};
#pragma pack(1)
struct header {
    char kind;
    int value;
};
#pragma pack(pop)
struct plain {
    char kind;
    int value;
};

int main(void)
{
    struct eight e = {1, 2};
    struct plain p = {3, 4};
    struct header h = {5, 6};
    #pragma omp target map(tofrom: e, p)
    {
        e.value += e.kind;
        p.value += p.kind;
    }
    CHECK(e.value == 3 && p.value == 7);
    CHECK(sizeof h == 5 && h.value == 6 && sizeof e == 16 && sizeof p == 8);
    return test_end();
}
