/* A process that ends while regions may still run: nothing of it shows, and handlers at the end find what they ask for. */
#include "../test.h"
#include <stdlib.h>

static int a[100];

static void last(void)
{
    #pragma omp target map(alloc: a)
    a[1] = a[0] + 1;
    #pragma omp target exit data map(from: a)
    if (a[0] != 200 || a[1] != 201)
        _Exit(1);
    puts("as it should be");
    fflush(stdout);
}

int main(void)
{
    // A handler that is registered before the device starts runs when the device has ended.
    #pragma omp target enter data map(to: a)
    atexit(last);
    for (int k = 0; k < 200; k++) {
        #pragma omp target map(alloc: a)
        a[0]++;
    }
    return test_end();
}
