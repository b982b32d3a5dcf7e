/* Members of a struct mapped on their own. */
#include "../test.h"

struct config {
    int a, b, c;
    double table[10];
};

int main(void)
{
    struct config s = {1, 2, 3, {0}};

    #pragma omp target map(tofrom: s.b, s.table)
    {
        s.b *= 10;
        for (int i = 0; i < 10; i++)
            s.table[i] = i + s.b;
    }
    CHECK(s.a == 1 && s.b == 20 && s.c == 3);
    for (int i = 0; i < 10; i++)
        CHECK(s.table[i] == i + 20);

    #pragma omp target map(tofrom: s.table[2:3])
    for (int i = 2; i < 5; i++)
        s.table[i] = -1;
    CHECK(s.table[1] == 21 && s.table[2] == -1 && s.table[4] == -1 && s.table[5] == 25);
    printf("%d %g\n", s.b, s.table[9]);
    return test_end();
}
