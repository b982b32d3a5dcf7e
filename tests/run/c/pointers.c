/* Pointer arithmetic in all its spellings. */
#include "../test.h"

int main(void)
{
    enum { n = 64 };
    int v[n], out[10];
    for (int i = 0; i < n; i++)
        v[i] = i * 3;

    #pragma omp target map(tofrom: v) map(from: out)
    {
        int *p = v, *end = v + n, **pp = &p;
        out[0] = *(p + 5) + 2[p] + p[1];
        out[1] = *p++;
        out[1] += *++p;
        out[2] = (int)(end - p);
        out[3] = **pp;
        *pp += 10;
        out[4] = *p--;
        out[4] -= *p;
        out[5] = p > v && p < end && p != end;
        int(*row)[8] = (int(*)[8])v;
        out[6] = row[3][2] + (*(row + 1))[1];
        out[7] = (int)(&row[2][0] - &row[0][0]);
        const int *c = &v[n - 1];
        while (c >= v && *c > 100)
            c -= 2;
        out[8] = *c;
        int *null = 0;
        out[9] = !null + (p ? 2 : 0);
        for (int *q = v; q < end; *q++ += 1)
            ;
    }
    static const int want[10] = {15 + 6 + 3, 0 + 6, 62, 6, 3, 1, 78 + 27, 16, 99, 3};
    for (int i = 0; i < 10; i++) {
        printf("%d ", out[i]);
        CHECK(out[i] == want[i]);
    }
    puts("");
    for (int i = 0; i < n; i++)
        CHECK(v[i] == i * 3 + 1);
    return test_end();
}
