/* `++`, `--` and assignments with an operator of bit-fields whose types are enumerations or bool: their values, and the
 * lvalues that are evaluated once. */
#include "../test.h"

enum kind { none, one, two, three };
struct parts {
    enum kind kind : 3;
    unsigned count : 4;
    _Bool flag : 1;
    struct {
        enum kind inner : 2;
        volatile unsigned noted : 3;
    };
};

#pragma omp declare target
static int calls;
static struct parts *next(struct parts *at)
{
    calls++;
    return at + 1;
}
#pragma omp end declare target

int main(void)
{
    struct parts v = {two, 14, 1, {three, 6}}, all[3] = {{none, 1, 0, {one, 2}}, {two, 3, 1, {two, 1}}, {one, 5, 0, {none, 7}}};
    volatile struct parts w = {one, 2, 0, {two, 3}};
    int o[24] = {0}, at = 0;
    #pragma omp target map(tofrom: v, all, w, o, at)
    {
        o[0] = v.kind--;
        o[1] = v.kind;
        o[2] = ++v.kind;
        o[3] = v.kind += 1;
        o[4] = v.inner++;
        o[5] = v.inner;
        o[6] = v.count++;
        o[7] = ++v.count;
        o[8] = v.flag--;
        o[9] = v.flag--;
        o[10] = v.flag++;
        o[11] = v.noted++;
        struct parts *p = all;
        o[12] = next(p)->kind++;
        o[13] = p[1].kind;
        o[14] = --next(p)->kind;
        o[15] = next(p + 1)->kind |= 2;
        o[16] = all[at++].inner--;
        o[17] = all[at++].inner -= 1;
        o[18] = (p++)->flag++;
        o[19] = calls;
        o[20] = w.kind++;
        o[21] = w.kind *= 1;
        o[22] = w.inner--;
        o[23] = (int)(p - all) + at;
        v.kind++;
        next(all)->inner++;
    }
    const int wanted[24] = {2, 1, 2, 3, 3, 0, 14, 0, 1, 0, 1, 6, 2, 3, 2, 3, 1, 1, 0, 3, 1, 2, 2, 3};
    for (int i = 0; i < 24; i++)
        if (o[i] != wanted[i])
            fprintf(stderr, "%d: %d\n", i, o[i]);
    CHECK(memcmp(o, wanted, sizeof o) == 0);
    CHECK(v.kind == 4 && all[1].inner == 2 && all[2].kind == 3 && w.kind == 2 && w.inner == 1);
    return test_end();
}
