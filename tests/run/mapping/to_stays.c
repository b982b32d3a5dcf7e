/* What is mapped `to` is not copied back; what is mapped `from` is not copied in. */
#include "../test.h"

int main(void)
{
    int a[100], b[100];
    for (int i = 0; i < 100; i++)
        a[i] = i, b[i] = -1;

    #pragma omp target map(to: a) map(from: b)
    for (int i = 0; i < 100; i++) {
        b[i] = a[i] + 1;
        a[i] = 1000;
    }
    for (int i = 0; i < 100; i++) {
        CHECK(b[i] == i + 1);
        CHECK(a[i] == (on_device() ? i : 1000));
    }
    return test_end();
}
