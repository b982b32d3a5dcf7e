/* Calls of macros that make directives, over lines that end with a backslash, with code and directives on both sides. */
#include "../test.h"

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define TARGET_FOR(n, ...) PRAGMA(omp target teams distribute parallel for __VA_ARGS__) for (int i = 0; i < (n); i++)
#define TARGET(...) PRAGMA(omp target __VA_ARGS__)
#define FIELDS X(a) X(b)

typedef struct {
    int a, b;
} rec;

int main(void)
{
    rec r[50];
    TARGET_FOR(50, map(from: r) \
               thread_limit(32)) { r[i] = (rec){
#define X(name) .name = (i),
FIELDS
#undef X
        }; }
    for (int i = 0; i < 50; i++)
        CHECK(r[i].a == i && r[i].b == i);

    int a[50] = {0}, in_front = 1, behind = 1;
    in_front = 2; \
    TARGET_FOR(50, map(tofrom: a) \
               thread_limit(64)) { a[i] +=
        4
        ; }
    for (int i = 0; i < 50; i++)
        CHECK(a[i] == 4);
    CHECK(in_front == 2);

    int x = 0; \
    TARGET(map(tofrom: x)) x = 3; \
    behind = 2; \
    if (x == 3)
        behind = 3;
    CHECK(x == 3 && behind == 3);

    int y = 0; TARGET(map(tofrom: \
        y)) \
    {
#define Y 5
        y = Y
#undef Y
#define Y 6
            + Y;
#undef Y
    } \
    behind = 4;
    CHECK(y == 11 && behind == 4);

    int z = 0;
    TARGET(map(tofrom: z) \
        map(to: y)) z = y; TARGET(map(tofrom: z) \
        map(to: x)) z += x; behind = 5; \
    behind += z;
    CHECK(z == 14 && behind == 19);
    return test_end();
}
