// host: skip
/* `begin declare variant` for the host, for both sides, by architecture and vendor, nested, and by score. */
#include "../test.h"

#pragma omp declare target

/* The block stands before the function that it replaces on the host. */
#pragma omp begin declare variant match(device={kind(host)})
static int earlier(int x)
{
    return x + 10;
}
#pragma omp end declare variant
static int earlier(int x)
{
    return x + 1;
}

/* The block stands behind a call of the function. */
static int later(int x) {
    static const int two = 2; /* the body begins on the line of the name */
    return x + two;
}
static int calls_later(int x)
{
    return later(x);
}
#pragma omp begin declare variant match(device={kind(cpu), arch(x86_64, aarch64)})
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(host)})
static int later(int x) { return x + 20; }
#pragma omp end declare variant

/* Both sides have the variant, and one side another one with a higher score. */
static int both(int x)
{
    return x + 3;
}
#pragma omp begin declare variant match(implementation={vendor(gnu)})
static int both(int x)
{
    return x + 30;
}
static int host_too(int x)
{
    return x + 31;
}
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(nohost)})
static int both(int x)
{
    return x + 300;
}
#pragma omp end declare variant

/* A function for each side, and none outside of the blocks. */
#pragma omp begin declare variant match(device={kind(host)})
static int side(int x)
{
    return x + 4;
}
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(gpu)})
static int side(int x)
{
    return x + 400;
}
#pragma omp end declare variant

/* Blocks in blocks: both selectors must hold. */
static int inner(int x)
{
    return x + 5;
}
static int outer(int x)
{
    return x + 6;
}
#pragma omp begin declare variant match(implementation={vendor(gnu)})
#pragma omp begin declare variant match(device={arch(nvptx64)})
static int inner(int x)
{
    return x + 500;
}
#pragma omp end declare variant
static int outer(int x)
{
    return x + 60;
}
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(any)}, user={condition(0)})
static int outer(int x)
{
    return never_declared(x);
}
#pragma omp end declare variant

#pragma omp end declare target

/* The variant of the host has a device construct, and the function that it replaces has one. */
static int offloads(int n)
{
    int s = 0;
    #pragma omp target map(tofrom: s)
    s = n;
    return s;
}
#pragma omp begin declare variant match(device={kind(host)})
static int offloads(int n)
{
    int s = 0;
    #pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += 2;
    return s;
}
#pragma omp end declare variant

int main(void)
{
    int r[8] = { 0 };
    #pragma omp target map(from: r)
    {
        r[0] = earlier(0);
        r[1] = calls_later(0);
        r[2] = both(0);
        r[3] = side(0);
        r[4] = inner(0);
        r[5] = outer(0);
        r[6] = host_too(0);
        r[7] = later(0);
    }
    int device = on_device();
    CHECK(r[0] == (device ? 1 : 10));
    CHECK(r[1] == (device ? 2 : 20) && r[7] == r[1]);
    CHECK(r[2] == (device ? 300 : 30));
    CHECK(r[3] == (device ? 400 : 4));
    CHECK(r[4] == (device ? 500 : 5));
    CHECK(r[5] == 60);
    CHECK(r[6] == 31);
    CHECK(earlier(1) == 11 && calls_later(1) == 21 && both(1) == 31 && side(1) == 5);
    CHECK(inner(1) == 6 && outer(1) == 61 && host_too(1) == 32);
    CHECK(offloads(50) == 100);
    return test_end();
}
