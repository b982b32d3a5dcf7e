// Nothing comes back to variables that are defined const: they may lie where the host cannot write.
#include "../test.h"

const int n = 128;
static const double table[4] = {1, 2, 3, 4};
const struct { int a; int b; } pair = {5, 6};

static int count(void)
{
    const int local = 7;
    static const int kept[3] = {1, 2, 3};
    int sum = 0;
    #pragma omp target map(local, kept) map(tofrom: sum)
    sum = local + kept[0] + kept[2];
    return sum;
}

int main(void)
{
    int sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(n)
    for (int i = 0; i < n; i++)
        sum++;
    CHECK(sum == 128);
    double total = 0;
    #pragma omp target map(tofrom: table[1:2], total)
    total = table[1] + table[2];
    CHECK(total == 5);
    #pragma omp target map(pair) map(from: sum)
    sum = pair.a + pair.b;
    CHECK(sum == 11);
    #pragma omp target enter data map(to: table, pair.b)
    #pragma omp target map(always, tofrom: table) map(from: total)
    total = table[3];
    CHECK(total == 4);
    #pragma omp target exit data map(from: table, pair.b)
    /* What a pointer to const leads to may be changed by others. */
    int number = 1, *changed = &number;
    const int *seen = &number;
    #pragma omp target data map(tofrom: seen[0:1])
    #pragma omp target
    *changed = 2;
    CHECK(number == 2);
    CHECK(count() == 11);
    /* Nor does a constant pointer make what it leads to constant. */
    double values[8] = {0};
    double *const fixed = values;
    double *const rows[2] = {values, values + 4};
    #pragma omp target map(tofrom: fixed[0:8])
    for (int i = 0; i < 8; i++)
        fixed[i] += i;
    CHECK(values[7] == 7);
    #pragma omp target teams distribute parallel for reduction(+: fixed[2:4])
    for (int i = 0; i < 100; i++)
        fixed[2 + i % 4] += 1;
    CHECK(values[2] == 27 && values[5] == 30 && values[6] == 6);
    #pragma omp target enter data map(to: rows, rows[1][0:4])
    #pragma omp target
    rows[1][3] += 5;
    #pragma omp target update from(rows[1][3:1])
    CHECK(values[7] == 12);
    #pragma omp target exit data map(from: rows, rows[1][0:4])
    return test_end();
}
