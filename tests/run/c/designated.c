/* Designated initialisers, out of order, nested, with ranges left to zero. */
#include "../test.h"

struct shape {
    int sides;
    double size[3];
    struct {
        char code;
        short bits[4];
    } meta;
};

int main(void)
{
    enum { n = 20 };
    double out[n];
    #pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < n; i++) {
        struct shape s = {.meta.bits[2] = 7, .size = {[1] = 2.5, 3.5}, .sides = i};
        int table[10] = {[3] = 30, [1] = 10, 20, [9] = i};
        char word[] = "abc";
        short grid[2][3] = {[1][2] = 6, [0] = {1, 2}};
        out[i] = s.sides + s.size[0] + s.size[1] + s.size[2] + s.meta.bits[2] + s.meta.code + table[1] + table[2] +
                 table[9] + table[4] + (double)sizeof word + grid[1][2] + grid[0][1] + grid[0][2];
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == i + 6 + 7 + 10 + 20 + i + 4 + 8);
    printf("%g\n", out[n - 1]);
    return test_end();
}
