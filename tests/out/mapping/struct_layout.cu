// Device code of struct_layout.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct record_bits {
    unsigned int low : 5;
    unsigned int high : 11;
};
static_assert(sizeof(struct record_bits) == 4, "layout");

struct record {
    char tag;
    short pair[2];
    double weight;
    struct record_bits bits;
    struct record *next;
};
static_assert(sizeof(struct record) == 32 && offsetof(struct record, pair) == 2
              && offsetof(struct record, weight) == 8 && offsetof(struct record, bits) == 16
              && offsetof(struct record, next) == 24, "layout");

// struct_layout.c:13: target teams distribute parallel for map(tofrom: r[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
retag_1(struct record *r, int n)
{
    for (int i : romp::league_for(0, n)) {
        r[i].tag = 'x';
        r[i].bits.high = (unsigned int)i;
        r[i].weight += r[i].pair[1];
    }
}
