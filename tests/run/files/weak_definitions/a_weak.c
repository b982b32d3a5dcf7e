/* Weak definitions that stand in front of the others on the linker's line. */
#include "weak.h"

#define WEAK __attribute__((weak))

#pragma omp declare target
WEAK int replaced = 999;
WEAK int twice = 7;
WEAK int alone = 5;
WEAK const int constant = 1;
WEAK const int table[3] = { 1, 1, 1 };
WEAK struct pair pair = { 1, 1.5 };
WEAK int *pointer = &replaced;

WEAK int function_replaced(int x) { return -x; }
int function_twice(int x) __attribute__((weak));
int function_twice(int x) { return 2 * x; }
WEAK int function_alone(int x) { return x + alone; }

/* The other definition has constructs of its own. */
WEAK int sum_of_threads(int n) { return -n; }
/* This one has, and the other one has none. */
WEAK void fill(int *a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = -1;
}
#pragma omp end declare target

WEAK int linked[8] = { 1 };

/* What this file sees is what the program has. (Not `constant`: gcc takes the value that stands here for known.) */
int asked_by_weak_file(void)
{
    int v = 0;
    #pragma omp target map(from: v)
    v = replaced + table[1] + pair.a + function_replaced(1);
    return v;
}

int called_by_weak_file(int n)
{
    int v = 0, a[40];
    #pragma omp target map(from: v, a)
    {
        v = sum_of_threads(n);
        fill(a, 40);
    }
    for (int i = 0; i < 40; i++)
        v += a[i] - i;
    return v;
}
