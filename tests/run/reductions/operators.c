/* Every operator over every arithmetic type; the original's value takes part. */
#include "../test.h"

#define PRAGMA(words) _Pragma(#words)

enum { n = 777 };

/* op: the clause's operator, start: the original, value: what iteration i brings, apply: how. */
#define REDUCE_ON(type, op, start, value, apply, directive)                                       \
    do {                                                                                          \
        type x = (type)(start), y = x;                                                            \
        PRAGMA(omp target directive reduction(op: x))                                             \
        for (int i = 0; i < n; i++) {                                                             \
            const type v = (type)(value);                                                         \
            apply(x, v);                                                                          \
        }                                                                                         \
        for (int i = 0; i < n; i++) {                                                             \
            const type v = (type)(value);                                                         \
            apply(y, v);                                                                          \
        }                                                                                         \
        CHECK(x == y);                                                                            \
    } while (0)
#define REDUCE(type, op, start, value, apply)                                                     \
    REDUCE_ON(type, op, start, value, apply, teams distribute parallel for num_teams(4))
#define ONE_TEAM(type, op, start, value, apply)                                                   \
    REDUCE_ON(type, op, start, value, apply, parallel for num_threads(45))

#define ADD(x, v) x += v
#define SUBTRACT(x, v) x -= v
#define MULTIPLY(x, v) x *= v
#define AND(x, v) x = x && v
#define OR(x, v) x = x || v
#define LEAST(x, v) x = v < x ? v : x
#define MOST(x, v) x = v > x ? v : x
#define BITS_AND(x, v) x &= v
#define BITS_OR(x, v) x |= v
#define BITS_XOR(x, v) x ^= v

/* Sums are small integers and products powers of two, so that floating point is exact as well. */
#define ARITHMETIC(type)                                                                          \
    REDUCE(type, +, 3, i % 5, ADD);                                                               \
    ALL_TYPES(type)

#define ALL_TYPES(type)                                                                           \
    REDUCE(type, *, 3, i % 100 == 7 ? 2 : 1, MULTIPLY);                                           \
    REDUCE(type, &&, 5, i != 1000, AND);                                                          \
    REDUCE(type, &&, 5, i != 500, AND);                                                           \
    REDUCE(type, &&, 0, 1, AND);                                                                  \
    REDUCE(type, ||, 0, i == 500, OR);                                                            \
    REDUCE(type, ||, 0, i == 1000, OR);                                                           \
    REDUCE(type, ||, 1, 0, OR);                                                                   \
    REDUCE(type, min, 100, (i * 37) % 90 + 3, LEAST);                                             \
    REDUCE(type, min, 1, 50 + i % 3, LEAST);                                                      \
    REDUCE(type, max, 1, (i * 37) % 90 + 3, MOST);                                                \
    REDUCE(type, max, 120, (i * 37) % 90 + 3, MOST)

#define BITWISE(type)                                                                             \
    REDUCE(type, &, -1, ~(1ull << (i % 13)), BITS_AND);                                           \
    REDUCE(type, |, 1, 1ull << (i % 61), BITS_OR);                                                \
    REDUCE(type, ^, 90, i * 7919ull, BITS_XOR)

#define SIGNED(type)                                                                              \
    REDUCE(type, -, 3, i % 5 - 2, SUBTRACT);                                                      \
    REDUCE(type, max, -100, -(i % 50) - 4, MOST);                                                 \
    REDUCE(type, min, 100, -(i % 50) - 4, LEAST)

int main(void)
{
    ARITHMETIC(char);
    ARITHMETIC(signed char);
    ARITHMETIC(unsigned char);
    ARITHMETIC(short);
    ARITHMETIC(unsigned short);
    ARITHMETIC(int);
    ARITHMETIC(unsigned);
    ARITHMETIC(long);
    ARITHMETIC(unsigned long);
    ARITHMETIC(long long);
    ARITHMETIC(unsigned long long);
    ARITHMETIC(float);
    ARITHMETIC(double);
    ALL_TYPES(_Bool); /* gcc leaves a 3 in a _Bool that it adds up on the host */

    BITWISE(char);
    BITWISE(unsigned char);
    BITWISE(short);
    BITWISE(unsigned short);
    BITWISE(int);
    BITWISE(unsigned);
    BITWISE(long);
    BITWISE(unsigned long long);
    BITWISE(_Bool);

    SIGNED(signed char);
    SIGNED(short);
    SIGNED(int);
    SIGNED(long long);
    SIGNED(float);
    SIGNED(double);

    ONE_TEAM(char, +, 3, i % 5, ADD);
    ONE_TEAM(unsigned short, *, 3, i % 100 == 7 ? 2 : 1, MULTIPLY);
    ONE_TEAM(int, -, 3, i % 5 - 2, SUBTRACT);
    ONE_TEAM(unsigned, &, -1, ~(1ull << (i % 13)), BITS_AND);
    ONE_TEAM(long, |, 1, 1ull << (i % 61), BITS_OR);
    ONE_TEAM(unsigned long long, ^, 90, i * 7919ull, BITS_XOR);
    ONE_TEAM(float, &&, 5, i != 500, AND);
    ONE_TEAM(double, ||, 0, i == 500, OR);
    ONE_TEAM(double, min, 100, (i * 37) % 90 + 3, LEAST);
    ONE_TEAM(_Bool, max, 0, i == 700, MOST);
    return test_end();
}
