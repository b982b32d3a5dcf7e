/* Reductions of enumerations: gcc gives those without negative constants an unsigned type, in whose values `min` and
 * `max` compare, beyond the greatest int, too. */
#include "../test.h"

enum plain { A, B, C, D };
enum negative { P = -5, Q, S = 3 };
enum __attribute__((packed)) small { K0, K1, K2 = 200 };
enum large { L0, L1 = 0x100000000ll };

#define LARGEST(name, type, pragma, from, value) \
    static void name(void) \
    { \
        type r = from, of[4] = { from, from, from, from }, host = from; \
        _Pragma(pragma) \
        for (int i = 0; i < 100; i++) { \
            type v = (type)(value); \
            if (v > r) \
                r = v; \
            if (v > of[i % 4]) \
                of[i % 4] = v; \
        } \
        for (int i = 0; i < 100; i++) \
            if ((type)(value) > host) \
                host = (type)(value); \
        CHECK(r == host); \
        for (int i = 0; i < 4; i++) \
            printf("%lld ", (long long)of[i]); \
        printf(#name " %lld\n", (long long)r); \
    }
LARGEST(simd, enum plain, "omp target simd reduction(max: r, of)", A, i % 4)
LARGEST(parallel, enum plain, "omp target parallel for reduction(max: r, of)", B, i % 4)
LARGEST(teams, enum plain, "omp target teams distribute reduction(max: r, of)", A, i % 4)
LARGEST(league, enum plain, "omp target teams distribute parallel for reduction(max: r, of)", A, i % 4)
LARGEST(beyond_int, enum plain, "omp target teams distribute parallel for reduction(max: r, of)", D, -i - 1)
LARGEST(negative, enum negative, "omp target teams distribute parallel for reduction(max: r, of)", P, i % 9 - 5)
LARGEST(small, enum small, "omp target teams distribute parallel for reduction(max: r, of)", K0, i + 100)
LARGEST(large, enum large, "omp target teams distribute parallel for reduction(max: r, of)", L0, -i)

static enum plain many[600];

int main(void)
{
    simd();
    parallel();
    teams();
    league();
    beyond_int();
    negative();
    small();
    large();

    enum plain low = (enum plain)-1, less = D;
    #pragma omp target parallel for reduction(min: low, less)
    for (int i = 0; i < 100; i++) {
        enum plain v = (enum plain)(-i - 2), w = (enum plain)(i % 3 + 1);
        if (v < low)
            low = v;
        if (w < less)
            less = w;
    }
    CHECK(low == (enum plain)-101);
    CHECK(less == B);

    for (int i = 0; i < 600; i++)
        many[i] = B;
    #pragma omp target teams distribute parallel for reduction(max: many)
    for (int i = 0; i < 6000; i++)
        if (many[i % 600] < (enum plain)(i / 1500 - 1))
            many[i % 600] = (enum plain)(i / 1500 - 1);
    for (int i = 0; i < 600; i++)
        CHECK(many[i] == (enum plain)-1);
    enum plain *part = many;
    #pragma omp target teams distribute parallel for reduction(min: part[2:9])
    for (int i = 0; i < 6000; i++)
        if (part[i % 9 + 2] > (enum plain)(i % 4 + 1))
            part[i % 9 + 2] = (enum plain)(i % 4 + 1);
    for (int i = 0; i < 9; i++)
        CHECK(part[i + 2] == B);

    enum plain all = (enum plain)-1, any = A, more = A;
    #pragma omp target teams distribute parallel for reduction(&: all) reduction(|: any) reduction(+: more)
    for (int i = 0; i < 100; i++) {
        all = all & ~(enum plain)(i == 50);
        any = any | (enum plain)(i % 3);
        more = more + C;
    }
    CHECK(all == (enum plain)-2);
    CHECK(any == D);
    CHECK(more == 200);

    enum plain of_tasks = A;
    #pragma omp target parallel map(tofrom: of_tasks)
    #pragma omp single
    #pragma omp taskgroup task_reduction(max: of_tasks)
    for (int i = 0; i < 100; i++) {
        #pragma omp task in_reduction(max: of_tasks) firstprivate(i)
        if (of_tasks < (enum plain)(i % 4))
            of_tasks = (enum plain)(i % 4);
    }
    CHECK(of_tasks == D);
    return test_end();
}
