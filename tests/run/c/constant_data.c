/* Constants in device code: tables that hold addresses, constant arrays that a region uses without a
 * clause (nothing may be copied back to them), compound literals of constants. */
#include "../test.h"

#define COUNT 4

struct operation {
    const char *name;
    int (*apply)(int);
};

static const int weights[COUNT] = {1, 2, 3, 4};

#pragma omp declare target
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static const char *const names[] = {"zero", "one", [3] = "three"};
static const struct operation table[] = {{"inc", inc}, {.apply = dbl, .name = "dbl"}};
static int constant_literal(void)
{
    int sum = 0;
    for (const int *p = (const int[]){1, 2, 3, 0}; *p; p++)
        sum += *p;
    return sum;
}
#pragma omp end declare target

int main(void)
{
    int a[8], b[8], local = 0;
    const int bias[2] = {10, 20};
    #pragma omp target teams distribute parallel for map(from: a, b)
    for (int i = 0; i < 8; i++) {
        const struct operation *op = &table[i & 1];
        a[i] = op->apply(i) * 100 + op->name[0] + weights[i % COUNT] + bias[i & 1];
        b[i] = names[i % COUNT] ? names[i % COUNT][1] : -1;
    }
    #pragma omp target map(tofrom: local)
    local += weights[2] + constant_literal();
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        int expected = (i & 1 ? i * 2 : i + 1) * 100 + (i & 1 ? 'd' : 'i') + weights[i % COUNT] + bias[i & 1];
        CHECK(a[i] == expected);
        CHECK(b[i] == (i % 4 == 0 ? 'e' : i % 4 == 1 ? 'n' : i % 4 == 2 ? -1 : 'h'));
        sum += a[i] + b[i];
    }
    CHECK(local == 9);
    printf("%d\n", sum);
    return test_end();
}
