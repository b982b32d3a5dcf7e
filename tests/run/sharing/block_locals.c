/* Variables declared inside the region are private to their thread, arrays and structs too. */
#include "../test.h"

struct acc {
    int sum;
    int parts[4];
};

int main(void)
{
    enum { n = 256 };
    int a[n];

    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++) {
        int scratch[16];
        struct acc acc = {0, {1, 2}};
        for (int j = 0; j < 16; j++)
            scratch[j] = i * j;
        for (int j = 0; j < 16; j++) {
            acc.sum += scratch[15 - j];
            acc.parts[j % 4] += j;
        }
        int *p = &scratch[3], **pp = &p;
        a[i] = acc.sum + acc.parts[0] + acc.parts[3] + **pp;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i * 120 + (1 + 24) + 36 + 3 * i);
    printf("%d\n", a[n - 1]);
    return test_end();
}
