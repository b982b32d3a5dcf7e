/* _Pragma, by itself and in macros. */
#include "../test.h"

#define OFFLOAD _Pragma("omp target teams distribute parallel for")
#define STRING(x) #x
#define OMP(...) _Pragma(STRING(omp __VA_ARGS__))

int main(void)
{
    enum { n = 100 };
    int a[n], b[n], c[n];

    _Pragma("omp target teams distribute parallel for map(from: a)")
    for (int i = 0; i < n; i++)
        a[i] = i;

    OFFLOAD for (int i = 0; i < n; i++) b[i] = 2 * i;

    OMP(target teams distribute parallel for map(from: c))
    for (int i = 0; i < n; i++)
        c[i] = 3 * i;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == i && b[i] == 2 * i && c[i] == 3 * i);
    printf("%d %d %d\n", a[99], b[99], c[99]);
    return test_end();
}
