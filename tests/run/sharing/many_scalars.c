/* Twenty-five firstprivate scalars of all kinds as parameters of one kernel. */
#include "../test.h"

int main(void)
{
    char a = 1; signed char b = 2; unsigned char c = 3; short d = 4; unsigned short e = 5;
    int f = 6; unsigned g = 7; long h = 8; unsigned long i = 9; long long j = 10;
    unsigned long long k = 11; float l = 12; double m = 13; _Bool n = 1; char o = 15;
    double p = 16; char q = 17; long r = 18; char s = 19; float t = 20;
    short u = 21; double v = 22; char w = 23; int x = 24; double y = 25;
    double out[10];

    #pragma omp target teams distribute parallel for map(from: out)
    for (int z = 0; z < 10; z++)
        out[z] = z + a + b + c + d + e + f + g + (double)h + (double)i + (double)j + (double)k + l + m + n + o + p + q +
                 (double)r + s + t + u + v + w + x + y;
    for (int z = 0; z < 10; z++)
        CHECK(out[z] == z + 312);
    printf("%g\n", out[9]);
    return test_end();
}
