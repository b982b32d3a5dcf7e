/* Thirty arrays and a scalar in one region. */
#include "../test.h"

#define EACH(F) F(a) F(b) F(c) F(d) F(e) F(f) F(g) F(h) F(i) F(j) F(k) F(l) F(m) F(o) F(p)
#define DECLARE(x) static int x##1[10], x##2[10];
#define SET(x) x##1[q] = q; x##2[q] += x##1[q] + s;
#define TEST(x) CHECK(x##1[q] == q && x##2[q] == q + 7);

EACH(DECLARE)

int main(void)
{
    int s = 7;
    #pragma omp target teams distribute parallel for
    for (int q = 0; q < 10; q++) {
        EACH(SET)
    }
    for (int q = 0; q < 10; q++) {
        EACH(TEST)
    }
    printf("%d\n", p2[9]);
    return test_end();
}
