#include "../test.h"

int main(void)
{
    enum { n = 200 };
    int a[n], scale = 3, scratch;
    const int offset = 4;

    #pragma omp target parallel for default(none) shared(a, offset) firstprivate(scale) private(scratch) \
        map(from: a) map(to: offset)
    for (int i = 0; i < n; i++) {
        scratch = i * scale;
        a[i] = scratch + offset;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i * 3 + 4);
    printf("%d\n", a[n - 1]);
    return test_end();
}
