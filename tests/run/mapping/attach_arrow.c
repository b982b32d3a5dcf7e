/* p->x[0:n] through a pointer to a struct. */
#include "../test.h"

typedef struct {
    int n;
    int *x, *y;
} columns;

static void add(columns *c)
{
    int n = c->n;
    #pragma omp target teams distribute parallel for map(to: c[0:1], c->x[0:n]) map(tofrom: c->y[0:n])
    for (int i = 0; i < n; i++)
        c->y[i] += c->x[i];
}

int main(void)
{
    columns c = {300, malloc(300 * sizeof(int)), malloc(300 * sizeof(int))};
    for (int i = 0; i < c.n; i++)
        c.x[i] = i, c.y[i] = 1000;
    int *x = c.x, *y = c.y;
    add(&c);
    add(&c);
    CHECK(c.x == x && c.y == y);
    for (int i = 0; i < c.n; i++)
        CHECK(y[i] == 1000 + 2 * i);
    printf("%d\n", y[299]);
    free(x);
    free(y);
    return test_end();
}
