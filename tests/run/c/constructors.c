// Constructors and destructors of the program may have constructs: images and variables are registered before, and until
// the end.
#include "../test.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#pragma omp declare target
static int counter = 40;
#pragma omp end declare target
static int early, first, where_early = -1, where_first = -1;

__attribute__((constructor)) static void usual(void)
{
    int x = 1, host = -1;
    #pragma omp target map(tofrom: x) map(from: host)
    {
        counter++;
        x += counter;
        host = omp_is_initial_device();
    }
    early = x;
    where_early = host;
}

__attribute__((constructor(101))) static void of_the_first_priority(void)
{
    int x = 1, host = -1;
    #pragma omp target map(tofrom: x) map(from: host)
    {
        counter++;
        x += counter;
        host = omp_is_initial_device();
    }
    first = x;
    where_first = host;
}

/* The driver of a GPU ends when the process begins to: constructs in destructors are an error there. */
static int is_on_gpu(void)
{
    const char *device = getenv("ROMP_DEVICE");
    return device && strcmp(device, "cuda") == 0;
}

__attribute__((destructor)) static void last(void)
{
    if (is_on_gpu()) return;
    int x = 1;
    #pragma omp target map(tofrom: x)
    x += counter;
    if (x != 43) _Exit(3);
}

__attribute__((destructor(101))) static void very_last(void)
{
    if (is_on_gpu()) return;
    int x = 1;
    #pragma omp target map(tofrom: x)
    x += counter;
    if (x != 43) _Exit(4);
}

int main(void)
{
    int host = -1;
    #pragma omp target map(from: host)
    host = omp_is_initial_device();
    CHECK(first == 42);
    CHECK(early == 43);
    CHECK(where_first == host && where_early == host);
    return test_end();
}
