// host: skip
/* Variants of functions: device code calls what holds there. */
#include "../test.h"

#define GPU kind(gpu)

static int on_gpu(int x)
{
    return x + 100;
}
static int in_target_teams(int x)
{
    return x + 1000;
}
static int of_clang(int x)
{
    return x + 10000;
}
#pragma omp declare variant(on_gpu) match(device={GPU})
#pragma omp declare variant(of_clang) match(implementation={vendor(llvm)})
static int plain(int x)
{
    return x + 1;
}

#pragma omp declare variant(in_target_teams) match(construct={target, teams})
static int where(int x)
{
    return x + 2;
}

#pragma omp declare target
int base(int x);
int base_gpu(int x);
int base_gpu(int x)
{
    return 3 * x;
}
#pragma omp declare variant(base_gpu) match(device={arch(nvptx64)})
int base(int x)
{
    return 2 * x;
}
static int calls(int x)
{
    return base(x) + plain(x);
}
#pragma omp end declare target

/* The block is for devices alone. */
static int block(int x)
{
    return x - 1;
}
#pragma omp begin declare variant match(device={kind(nohost)})
static int block(int x)
{
    return x - 100;
}
#pragma omp end declare variant
/* Nobody has this one. */
#pragma omp begin declare variant match(device={arch(amdgcn)})
static int block(int x)
{
    return __builtin_amdgcn_something(x);
}
#pragma omp end declare variant

int main(void)
{
    int p = 0, w = 0, v = 0, c = 0, b = 0, always = 0;
    #pragma omp target map(from: p, w, c, b, always)
    {
        p = plain(1);
        w = where(1);
        c = calls(5);
        b = block(0);
        int (*pointer)(int) = 0;
        always = pointer == 0;
    }
    #pragma omp target teams num_teams(1) map(from: v)
    {
        v = where(1);
    }
    CHECK(p == (on_device() ? 101 : 2));
    CHECK(w == 3);
    CHECK(v == 1001);
    CHECK(c == (on_device() ? 15 + 105 : 10 + 6));
    CHECK(b == (on_device() ? -100 : -1));
    CHECK(plain(1) == 2 && base(2) == 4 && block(0) == -1 && always);
    return test_end();
}
