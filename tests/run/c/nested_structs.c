/* Nested struct tags that are used outside, anonymous members, copies by assignment. */
#include "../test.h"

struct outer {
    struct inner {
        int x;
        struct deep {
            int y[2];
        } deep;
    } inner;
    union {
        int z;
        float w;
    };
    enum level { LOW, HIGH } level;
};

static struct inner swapped(struct inner in)
{
    struct deep d = in.deep;
    in.deep.y[0] = d.y[1];
    in.deep.y[1] = d.y[0];
    return in;
}

int main(void)
{
    enum { n = 30 };
    struct outer a[n], b[n];
    memset(b, 0, sizeof b);
    for (int i = 0; i < n; i++)
        a[i] = (struct outer){{i, {{i + 1, i + 2}}}, .z = i * 3, .level = i % 2 ? HIGH : LOW};

    #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b)
    for (int i = 0; i < n; i++) {
        b[i] = a[i];
        b[i].inner = swapped(a[i].inner);
        enum level l = a[i].level;
        b[i].z += l == HIGH;
        struct deep *d = &b[i].inner.deep;
        d->y[0] *= 2;
    }
    for (int i = 0; i < n; i++) {
        CHECK(b[i].inner.x == i && b[i].inner.deep.y[0] == 2 * (i + 2) && b[i].inner.deep.y[1] == i + 1);
        CHECK(b[i].z == i * 3 + i % 2 && b[i].level == (enum level)(i % 2));
    }
    printf("%d\n", b[n - 1].inner.deep.y[0]);
    return test_end();
}
