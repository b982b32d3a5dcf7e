/* String literals, and what string functions a program writes itself. */
#include "../test.h"

#pragma omp declare target
static int length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return (int)(p - s);
}
static char hex(unsigned x)
{
    return "0123456789abcdef"[x & 15];
}
#pragma omp end declare target

int main(void)
{
    char out[8][9];
    int lengths[4];
    #pragma omp target teams distribute parallel for map(from: out)
    for (unsigned i = 0; i < 8; i++) {
        unsigned x = i * 0x12345678u;
        for (int d = 7; d >= 0; d--, x >>= 4)
            out[i][d] = hex(x);
        out[i][8] = 0;
    }
    #pragma omp target map(from: lengths)
    {
        const char *words[] = {"", "a", "two" "words", "esc\t\"\\\x41"};
        for (int i = 0; i < 4; i++)
            lengths[i] = length(words[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        char want[9];
        snprintf(want, sizeof want, "%08x", i * 0x12345678u);
        CHECK(strcmp(out[i], want) == 0);
        puts(out[i]);
    }
    CHECK(lengths[0] == 0 && lengths[1] == 1 && lengths[2] == 8 && lengths[3] == 7);
    return test_end();
}
