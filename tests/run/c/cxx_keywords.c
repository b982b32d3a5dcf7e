/* Names that C++ or CUDA keep for themselves. */
#include "../test.h"

struct class {
    int public, private, virtual;
    struct class *this;
};

typedef struct {
    float x, y;
} namespace;

enum template { friend, mutable = 4, explicit };

#pragma omp declare target
static int operator(int new, int delete)
{
    int try = new + delete, catch = new - delete;
    return try * catch;
}
static int and_or_not(int and, int or, int not)
{
    int xor = and ^ or;
    return xor + not;
}
static int using = 3;
#pragma omp end declare target

int main(void)
{
    enum { n = 40 };
    int export[n], typename = 5, bool_ = 1;
    struct class class[n];
    namespace throw = {1, 2};
    for (int i = 0; i < n; i++)
        class[i] = (struct class){i, 2 * i, 0, NULL};

    #pragma omp target teams distribute parallel for map(from: export) map(tofrom: class) firstprivate(typename)
    for (int i = 0; i < n; i++) {
        int threadIdx = i, blockIdx = 1, warpSize = 2, __shared = 3, int4 = 4, constexpr = 5, nullptr = 0;
        enum template template = explicit;
        class[i].virtual = operator(class[i].public, class[i].private) + and_or_not(i, 1, 2);
        export[i] = threadIdx + blockIdx + warpSize + __shared + int4 + constexpr + nullptr + typename + (int)template +
                    (int)throw.y + using + bool_;
    }
    for (int i = 0; i < n; i++) {
        CHECK(export[i] == i + 15 + 5 + 5 + 2 + 3 + 1);
        CHECK(class[i].virtual == operator(i, 2 * i) + and_or_not(i, 1, 2));
    }
    printf("%d %d\n", export[n - 1], class[n - 1].virtual);
    return test_end();
}
