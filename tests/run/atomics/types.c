/* Every type with every operator, from 4 teams of 33 threads, against the same done serially. What the
 * operators do must not depend on the order: operands are chosen so. */
#include "../test.h"
#include <stdint.h>

#define THREADS 33
#define TEAMS 4
#define N (THREADS * TEAMS)

/* operator, start, operand of iteration i */
#define OPERATORS(T, F) \
    F(T, 0, +=, 3, i) F(T, 1, -=, 100, i % 3) F(T, 2, *=, 1, (i % 44 == 0 ? 2 : 1)) F(T, 3, /=, 120, (i % 50 == 0 ? 2 : 1))
#define BITS(T, F) \
    F(T, 4, &=, 127, ~(1 << i % 3)) F(T, 5, ^=, 5, i) F(T, 6, |=, 0, 1 << i % 6) F(T, 7, <<=, 1, i % 40 == 0) \
    F(T, 8, >>=, 127, i % 70 == 0)

#define START(T, at, op, start, operand) memory[at] = serial[at] = (T)(start);
#define ATOMIC(T, at, op, start, operand) \
    _Pragma("omp atomic") \
    memory[at] op operand;
#define SERIAL(T, at, op, start, operand) serial[at] op operand;

#define TEST(T, name, LIST)                                                                                     \
    static void name(void)                                                                                      \
    {                                                                                                           \
        T memory[16], serial[16], captured[N];                                                                  \
        memset(memory, 0, sizeof memory);                                                                       \
        memset(serial, 0, sizeof serial);                                                                       \
        LIST(T, START)                                                                                          \
        _Pragma("omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) map(tofrom: memory, captured)") \
        for (int i = 0; i < N; i++) {                                                                           \
            LIST(T, ATOMIC)                                                                                     \
            T v;                                                                                                \
            _Pragma("omp atomic capture")                                                                       \
            v = memory[9] += 1;                                                                                 \
            captured[i] = v;                                                                                    \
            _Pragma("omp atomic write")                                                                         \
            memory[10] = 7;                                                                                     \
            _Pragma("omp atomic read")                                                                          \
            v = memory[11];                                                                                     \
            _Pragma("omp atomic")                                                                               \
            memory[12] += v + 1;                                                                                \
        }                                                                                                       \
        for (int i = 0; i < N; i++) {                                                                           \
            LIST(T, SERIAL)                                                                                     \
            serial[9] += 1;                                                                                     \
            serial[12] += 1;                                                                                    \
        }                                                                                                       \
        serial[10] = 7;                                                                                         \
        for (int k = 0; k < 16; k++)                                                                            \
            if (memory[k] != serial[k])                                                                         \
                printf("%s: %d\n", #name, k), test_failures++;                                                  \
        double sum = 0, wanted = 0, count = 0;                                                                  \
        for (int i = 0; i < N; i++) {                                                                           \
            sum += (double)captured[i];                                                                         \
            count = (double)(T)(count + 1);                                                                     \
            wanted += count;                                                                                    \
        }                                                                                                       \
        CHECK(sum == wanted);                                                                                   \
    }

#define WHOLE(T, F) OPERATORS(T, F) BITS(T, F)
TEST(signed char, of_signed_char, WHOLE)
TEST(unsigned char, of_unsigned_char, WHOLE)
TEST(short, of_short, WHOLE)
TEST(unsigned short, of_unsigned_short, WHOLE)
TEST(int, of_int, WHOLE)
TEST(unsigned, of_unsigned, WHOLE)
TEST(long, of_long, WHOLE)
TEST(unsigned long, of_unsigned_long, WHOLE)
TEST(long long, of_long_long, WHOLE)
TEST(uint64_t, of_uint64, WHOLE)
TEST(float, of_float, OPERATORS)
TEST(double, of_double, OPERATORS)

int main(void)
{
    of_signed_char();
    of_unsigned_char();
    of_short();
    of_unsigned_short();
    of_int();
    of_unsigned();
    of_long();
    of_unsigned_long();
    of_long_long();
    of_uint64();
    of_float();
    of_double();
    return test_end();
}
