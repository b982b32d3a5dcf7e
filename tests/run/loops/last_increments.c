// host: skip
/* Loops of one thread whose last increment would leave the variable's type: the iterations are counted before the first
   one (OpenMP 5.2, 4.4.2). gcc adds one to the bound of `<=`, and cannot be compared with. */
#include "../test.h"
#include <limits.h>

#define PRAGMA(x) _Pragma(#x)

static long values(long first, long step, int count)
{
    long sum = 0;
    for (int k = 0; k < count; k++)
        sum += first + k * step;
    return sum;
}

/* `simd` of one thread, `loop` of one thread, and inside of a loop that threads share. */
#define EACH(type, head, first, step, count)                                                                            \
    {                                                                                                                   \
        long sum = 0, trips = 0, bound = 0, inner = 0;                                                                  \
        PRAGMA(omp target simd reduction(+: sum, trips))                                                                \
        for (type head) {                                                                                               \
            sum += i;                                                                                                   \
            trips++;                                                                                                    \
            if (i & 1)                                                                                                  \
                continue;                                                                                               \
            sum += 0;                                                                                                   \
        }                                                                                                               \
        CHECK(trips == (count) && sum == values(first, step, count));                                                   \
        PRAGMA(omp target map(tofrom: bound))                                                                           \
        {                                                                                                               \
            PRAGMA(omp loop bind(thread) reduction(+: bound))                                                           \
            for (type head)                                                                                             \
                bound += i;                                                                                             \
        }                                                                                                               \
        CHECK(bound == sum);                                                                                            \
        PRAGMA(omp target teams distribute parallel for reduction(+: inner))                                            \
        for (int k = 0; k < 33; k++) {                                                                                  \
            PRAGMA(omp simd reduction(+: inner))                                                                        \
            for (type head)                                                                                             \
                inner += i;                                                                                             \
        }                                                                                                               \
        CHECK(inner == 33 * sum);                                                                                       \
    }

static void ints(int most, int least, int two)
{
    EACH(int, i = most - 3; i <= most; i++, INT_MAX - 3l, 1, 4)
    EACH(int, i = most - 3; i <= most - 1; i += 2, INT_MAX - 3l, 2, 2)
    EACH(int, i = most - 3; i < most; i += two, INT_MAX - 3l, 2, 2)
    EACH(int, i = most - 3; most >= i; i = i + 3, INT_MAX - 3l, 3, 2)
    EACH(int, i = least + 3; i >= least; i--, INT_MIN + 3l, -1, 4)
    EACH(int, i = least + 30; i > least; i -= 7, INT_MIN + 30l, -7, 5)
    EACH(int, i = most; i < most; i += 2, 0, 0, 0)
}

static void of_other_types(unsigned most, unsigned zero, long long_most, unsigned char byte, signed char small,
                           unsigned short two_bytes)
{
    EACH(unsigned, i = most - 3; i <= most; i++, UINT_MAX - 3l, 1, 4)
    EACH(unsigned, i = 5; i >= zero; i--, 5, -1, 6)
    EACH(unsigned, i = 5; i > zero; i -= 3, 5, -3, 2)
    EACH(unsigned, i = most - 3; i != zero; i++, UINT_MAX - 3l, 1, 4)
    EACH(unsigned char, i = byte - 5; i <= byte; i++, 250, 1, 6)
    EACH(signed char, i = small - 20; i < small; i += 7, 107, 7, 3)
    EACH(unsigned short, i = two_bytes - 1; i <= two_bytes; i += 9, 65534, 9, 1)
    int trips = 0;
    #pragma omp target simd reduction(+: trips)
    for (long i = long_most - 20; i <= long_most; i += 7)
        trips += i >= LONG_MAX - 20;
    CHECK(trips == 3);
}

#pragma omp declare target
static long behind(int from, int to, int step, int *end)
{
    long sum = 0;
    int i;
    #pragma omp simd reduction(+: sum)
    for (i = from; i <= to; i += step)
        sum += i;
    *end = i;
    return sum;
}

static long tasks(unsigned from, unsigned to)
{
    long sum = 0;
    #pragma omp taskloop shared(sum) if(0)
    for (unsigned i = from; i >= to; i -= 2)
        sum += i;
    return sum;
}
static int get(const int *p) { return *p; }

/* Other threads access the variable itself. */
static long shared_variable(int most)
{
    long sum = 0;
    #pragma omp loop bind(thread)
    for (int i = most - 3; i <= most; i++) {
        const int *p = &i;
        #pragma omp parallel for reduction(+: sum) num_threads(4)
        for (int k = 0; k < 4; k++)
            sum += most - get(&i) + k + (p == &i ? 0 : 100);
    }
    return sum;
}
#pragma omp end declare target

static void other_threads(int most)
{
    long sum = 0;
    #pragma omp target map(from: sum)
    sum = shared_variable(most);
    CHECK(sum == 48);
    int seen[4] = {0};
    sum = 0;
    #pragma omp target map(tofrom: sum, seen)
    {
        seen[3] = 1;
        #pragma omp unroll
        for (int i = most - 3; i <= most; i++) {
            seen[most - i]++;
            #pragma omp parallel for reduction(+: sum) num_threads(4)
            for (int k = 0; k < 4; k++)
                sum += most - get(&i) + k;
        }
    }
    CHECK(sum == 48 && seen[0] == 1 && seen[3] == 2);
    sum = 0;
    #pragma omp target map(tofrom: sum)
    #pragma omp parallel num_threads(4)
    #pragma omp single
    {
        int j;
        #pragma omp unroll
        for (j = most - 3; j <= most; j++) {
            #pragma omp task shared(j, sum)
            {
                #pragma omp atomic
                sum += most - j;
            }
            #pragma omp taskwait
        }
    }
    CHECK(sum == 6);
}

int main(void)
{
    ints(INT_MAX, INT_MIN, 2);
    other_threads(INT_MAX);
    long sum = 0;
    int end = 0, most = INT_MAX;
    #pragma omp target map(from: sum, end)
    sum = behind(1, 10, 3, &end);
    CHECK(sum == 22 && end == 13);
    #pragma omp target map(from: sum, end)
    sum = behind(5, 4, 3, &end);
    CHECK(sum == 0 && end == 5);
    #pragma omp target map(from: sum, end)
    sum = behind(most - 3, most, 3, &end);
    CHECK(sum == 2l * INT_MAX - 3);
    unsigned zero = 0;
    #pragma omp target map(from: sum)
    sum = tasks(10, zero);
    CHECK(sum == 30);
    of_other_types(UINT_MAX, zero, LONG_MAX, 255, 127, 65535);
    /* A nest, of which both loops end at the limit, and the second one begins elsewhere for each row. */
    unsigned char byte = 255;
    long count = 0;
    #pragma omp target teams distribute parallel for reduction(+: count)
    for (int k = 0; k < 10; k++) {
        #pragma omp simd collapse(2) reduction(+: count)
        for (int i = most - 5; i <= most; i++)
            for (unsigned char c = byte - k; c <= byte; c++)
                count += c == 255;
    }
    CHECK(count == 60);
    /* Of the variable that was declared before the loop, in the sequential part of a team. */
    int values_of_team[4] = {0}, after = 0;
    sum = 0;
    #pragma omp target map(tofrom: sum, values_of_team) map(from: after)
    {
        int i;
        #pragma omp parallel for
        for (int k = 0; k < 4; k++)
            values_of_team[k] = k;
        #pragma omp simd reduction(+: sum)
        for (i = values_of_team[3]; i >= values_of_team[0]; i -= 2)
            sum += i;
        after = i;
        #pragma omp unroll partial(2)
        for (unsigned j = values_of_team[3]; j >= zero; j--)
            sum += j;
    }
    CHECK(sum == 4 + 6 && after == -1);
    return test_end();
}
