/* A structure with a flexible array member, mapped as bytes. */
#include "../test.h"
#include <stdlib.h>

struct list {
    int n;
    double v[];
};

int main(void)
{
    const int n = 10;
    size_t bytes = sizeof(struct list) + n * sizeof(double);
    struct list *l = malloc(bytes);
    l->n = n;
    for (int i = 0; i < n; i++)
        l->v[i] = i;
    char *raw = (char *)l;
    #pragma omp target map(tofrom: raw[0:bytes])
    {
        struct list *own = (struct list *)raw;
        for (int i = 0; i < own->n; i++)
            own->v[i] *= 2;
    }
    for (int i = 0; i < n; i++)
        CHECK(l->v[i] == 2 * i);
    free(l);
    return test_end();
}
