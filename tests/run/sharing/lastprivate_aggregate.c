#include "../test.h"

struct pair {
    int a, b;
};

int main(void)
{
    struct pair p = {0, 0};
    int v[3] = {0};

    #pragma omp target parallel for lastprivate(p, v) map(tofrom: p, v)
    for (int i = 0; i < 321; i++) {
        p = (struct pair){i, -i};
        v[0] = i;
        v[1] = i + 1;
        v[2] = i + 2;
    }
    CHECK(p.a == 320 && p.b == -320);
    CHECK(v[0] == 320 && v[1] == 321 && v[2] == 322);
    printf("%d %d\n", p.a, v[2]);
    return test_end();
}
