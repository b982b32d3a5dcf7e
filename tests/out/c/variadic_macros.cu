// Device code of variadic_macros.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define NOTHING(...) ((void)0)
#define FORMAT(fmt, ...) ((void)0)
#define NAMED(fmt, ...) ((void)0)
#define ALL_NAMED(...) (1)
#define W 6
#define FIRST(a, ...) ((a) * W)
#define FIRST_NAMED(a, ...) ((a) + W)
#define COUNT(...) 3
#define CONDITION(c, ...) ((c) ? 1 : 0)
#define PLACE(...) (a[i]++)

static __device__ int one(int x)
{
    return x + 1;
}

// variadic_macros.c:30: target map(from: a)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
main_1(int *a, int w)
{
    for (int i = 0; i < 10; i++) {
        a[i] = i;
        NOTHING();
        NOTHING("%d %d\n", i, a[i]);
        FORMAT("none");
        FORMAT("%d %d\n", i, a[i]);
        NAMED("none");
        NAMED("%d %d\n", i, a[i]);
        a[i] += ALL_NAMED() + ALL_NAMED(1, 2);
        a[i] += FIRST(i) + FIRST(w, 2, 3) + FIRST_NAMED(i) + FIRST_NAMED(w, 2);
        a[i] += COUNT() + COUNT(1, i) + CONDITION(i > 2) + CONDITION(w, i);
        a[i] += i + w * 2 + (i + w * 2) + one(i) + 2;
        PLACE(i, 3);
    }
}
