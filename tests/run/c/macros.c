/* Function-like macros, token pasting, macros as bounds and as whole statements in device code. */
#include "../test.h"

#define SIZE 50
#define SQUARE(x) ((x) * (x))
#define FIELD(name) value_##name
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define SWAP(type, a, b) do { type t_ = (a); (a) = (b); (b) = t_; } while (0)
#define IDX(i, j) ((i) * SIZE + (j))

struct values {
    int FIELD(a), FIELD(b);
};

int main(void)
{
    static int m[SIZE * SIZE];
    struct values v[SIZE];
    #pragma omp target teams distribute parallel for map(from: v)
    FOR(i, SIZE)
    {
        v[i].FIELD(a) = SQUARE(i + 1);
        v[i].FIELD(b) = i;
        SWAP(int, v[i].FIELD(a), v[i].FIELD(b));
    }
    #pragma omp target teams distribute parallel for collapse(2)
    FOR(i, SIZE)
        FOR(j, SIZE)
            m[IDX(i, j)] = SQUARE(i - j);
    FOR(i, SIZE)
    {
        CHECK(v[i].value_a == i && v[i].value_b == (i + 1) * (i + 1));
        FOR(j, SIZE)
            CHECK(m[IDX(i, j)] == (i - j) * (i - j));
    }
    printf("%d %d\n", v[SIZE - 1].value_b, m[IDX(3, 10)]);
    return test_end();
}
