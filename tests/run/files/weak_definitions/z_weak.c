/* Weak definitions that stand behind the others on the linker's line. */
#include "weak.h"

#define WEAK __attribute__((weak))

#pragma omp declare target
WEAK int replaced = 1000;
WEAK int twice = 7;
WEAK const int constant = 9;

WEAK int function_replaced(int x) { return 9 * x; }
WEAK int function_twice(int x) { return x + x; }
#pragma omp end declare target
