#include "../test.h"

struct settings {
    int order[3];
    double scale;
    struct {
        char name[8];
        unsigned flags;
    } meta;
};

#pragma omp declare target
struct settings settings = {.order = {2, 0, 1}, .scale = 1.5, .meta = {"abc", 0x10u}};
#pragma omp end declare target

int main(void)
{
    double out[3];
    char letter = 0;
    #pragma omp target map(from: out, letter)
    {
        for (int i = 0; i < 3; i++)
            out[i] = settings.order[i] * settings.scale + settings.meta.flags;
        letter = settings.meta.name[1];
    }
    CHECK(out[0] == 19 && out[1] == 16 && out[2] == 17.5 && letter == 'b');

    settings = (struct settings){{1, 1, 1}, 2.0, {"xyz", 1}};
    #pragma omp target update to(settings)
    #pragma omp target map(from: out)
    for (int i = 0; i < 3; i++)
        out[i] = settings.order[i] * settings.scale + settings.meta.flags;
    CHECK(out[0] == 3 && out[2] == 3);
    printf("%g %c\n", out[2], letter);
    return test_end();
}
