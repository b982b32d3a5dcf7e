/* Integer promotions and the usual arithmetic conversions. */
#include "../test.h"

#define CASES 16

static void evaluate(long out[CASES], unsigned char uc, signed char sc, unsigned short us, short ss, unsigned u, int i)
{
    out[0] = uc + uc;
    out[1] = (unsigned char)(uc + uc);
    out[2] = uc << 4;
    out[3] = ~uc;
    out[4] = -us;
    out[5] = us * 3;
    out[6] = sc * sc;
    out[7] = u + i;
    out[8] = u > (unsigned)i;
    out[9] = (unsigned)i > u;
    out[10] = ss >> 2;
    out[11] = i / 3;
    out[12] = i % 3;
    out[13] = (signed char)(sc * 2);
    out[14] = (long)u + i;
    out[15] = !uc + !!us;
}

int main(void)
{
    long got[CASES], want[CASES];
    unsigned char uc = 200;
    signed char sc = -100;
    unsigned short us = 60000;
    short ss = -5;
    unsigned u = 3;
    int i = -10;

    evaluate(want, uc, sc, us, ss, u, i);
    #pragma omp target map(from: got)
    evaluate(got, uc, sc, us, ss, u, i);

    for (int k = 0; k < CASES; k++) {
        printf("%ld ", got[k]);
        CHECK(got[k] == want[k]);
    }
    puts("");
    return test_end();
}
