/* Conditions and scores that are constant expressions of the program: enumerators, sizeof, casts, unsigned numbers. */
#include "../test.h"
#include <stddef.h>

#define FAST 1
enum mode { OFF, ON, MANY = ON + 4 };
typedef struct pair { char c; double d; } pair;

int fast(int x) { return x + 10; }
int wide(int x) { return x + 20; }
#pragma omp declare variant(fast) match(user={condition(ON && FAST)})
int by_enumerator(int x);
int by_enumerator(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition(sizeof(pair) == 16 && offsetof(pair, d) == 8)})
int by_size(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition(OFF)})
int by_zero(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition(-1 < 0u)})
int by_unsigned(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition((char)256 ? 1 : MANY == 5)})
int by_cast(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition('a' < 'b' && (int)2.5 == 2)})
int by_character(int x) { return x; }
#pragma omp declare variant(fast) match(user={condition(score(ON + 1): MANY)})
#pragma omp declare variant(wide) match(user={condition(score(MANY): _Alignof(double) == 8)})
int by_score(int x) { return x; }

int main(void)
{
    int r[7];
    #pragma omp target map(from: r)
    {
        r[0] = by_enumerator(1);
        r[1] = by_size(1);
        r[2] = by_zero(1);
        r[3] = by_unsigned(1);
        r[4] = by_cast(1);
        r[5] = by_character(1);
        r[6] = by_score(1);
    }
    CHECK(r[0] == 11 && r[1] == 11 && r[4] == 11 && r[5] == 11);
    CHECK(r[2] == 1 && r[3] == 1);
    CHECK(r[6] == 21);
    return test_end();
}
