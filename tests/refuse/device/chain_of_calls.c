// expect: R4002 at 5, "fopen"
#include <stdio.h>
static int deepest(const char *name)
{
    return fopen(name, "r") != 0;
}
static int middle(const char *name) { return deepest(name); }
static int first(const char *name) { return middle(name) + 1; }
int look(void)
{
    int found = 0;
    #pragma omp target map(found)
    found = first("x");
    return found;
}
