/* Constant tables that are local to a function. */
#include "../test.h"

#pragma omp declare target
static int days(int month)
{
    static const int table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return table[month % 12];
}
#pragma omp end declare target

int main(void)
{
    int a[24];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 24; i++) {
        static const int bias[2] = {100, 200};
        a[i] = days(i) + bias[i / 12];
    }
    int sum = 0;
    for (int i = 0; i < 24; i++) {
        CHECK(a[i] == days(i) + (i < 12 ? 100 : 200));
        sum += a[i];
    }
    printf("%d\n", sum);
    return test_end();
}
