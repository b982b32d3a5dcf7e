#include "romp.h"
struct record {
    char tag;
    short pair[2];
    double weight;
    struct {
        unsigned low : 5, high : 11;
    } bits;
    struct record *next;
};

void retag(int n, struct record *r)
{
    /* target teams distribute parallel for map(tofrom: r[0:n]) */
    ROMP_TARGET("struct_layout.c:13", retag_1,
        romp_block(128), romp_iterations(n), romp_tofrom(r, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        r[i].tag = 'x';
        r[i].bits.high = (unsigned)i;
        r[i].weight += r[i].pair[1];
    }
}
