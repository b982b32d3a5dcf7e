/* Conversions between all arithmetic types, and between pointers. */
#include "../test.h"
#include <stdint.h>

#define CASES 18

static void evaluate(double d, float f, long l, int i, void *memory, long out[CASES])
{
    out[0] = (int)d;
    out[1] = (long)f;
    out[2] = (char)i;
    out[3] = (unsigned char)l;
    out[4] = (short)l;
    out[5] = (unsigned short)i;
    out[6] = (long)(float)l;
    out[7] = (_Bool)d;
    out[8] = (_Bool)0.25f;
    out[9] = (_Bool)memory;
    out[10] = (long)(unsigned)i;
    out[11] = (int)(unsigned char)d;
    out[12] = (long)(double)i;
    out[13] = (uint8_t)(int8_t)-1;
    int *ints = memory;
    unsigned char *bytes = (unsigned char *)ints;
    ints[0] = 0x01020304;
    out[14] = bytes[0];
    out[15] = *(unsigned short *)(bytes + 2);
    out[16] = ((char *)&ints[3] - (char *)ints);
    const void *c = &ints[1];
    *(int *)c = 9;
    out[17] = ints[1];
}

int main(void)
{
    long got[CASES], want[CASES];
    int memory[4] = {0}, device_memory[4] = {0};
    double d = -3.99;
    float f = 1e9f;
    long l = 0x123456789abL;
    int i = -129;

    evaluate(d < 0 ? -d : d, f, l, i, memory, want);
    #pragma omp target map(from: got) map(tofrom: device_memory)
    evaluate(d < 0 ? -d : d, f, l, i, device_memory, got);
    for (int k = 0; k < CASES; k++) {
        printf("%ld ", got[k]);
        CHECK(got[k] == want[k]);
    }
    puts("");
    CHECK(device_memory[1] == 9);
    return test_end();
}
