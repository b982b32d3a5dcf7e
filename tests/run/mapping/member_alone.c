/* Members mapped on their own: what the host does to the others meanwhile stays. */
#include "../test.h"
#include <stdlib.h>

#define N 100

static struct world {
    int cells[2][N];
    int current;
    long generation;
} w;

struct list {
    int *items;
    int n, *more;
    double seen;
};

static void step(struct world *w)
{
    int current = w->current;
#pragma omp target teams distribute parallel for map(tofrom : w->cells)
    for (int i = 0; i < N; i++)
        w->cells[!current][i] = w->cells[current][i] + 1;
    w->current = !current;
    w->generation++;
}

int main(void)
{
    // A member of a static structure; inside, the same member through a pointer.
#pragma omp target data map(tofrom : w.cells)
    for (int k = 0; k < 5; k++)
        step(&w);
    CHECK(w.current == 1 && w.generation == 5);
    for (int i = 0; i < N; i++)
        CHECK(w.cells[1][i] == 5 && w.cells[0][i] == 4);

    // Pointers in a structure; their arrays come back, and nothing else.
    struct list l = {malloc(N * sizeof(int)), N, malloc(N * sizeof(int)), 0};
    for (int i = 0; i < N; i++)
        l.items[i] = i, l.more[i] = -i;
#pragma omp target data map(tofrom : l.items[ : N]) map(to : l.more[ : N])
    {
#pragma omp target teams distribute parallel for map(tofrom : l.items[ : N])
        for (int i = 0; i < N; i++)
            l.items[i] += l.more[i] + 7;
        l.n = 3;
        l.seen = 0.5;
    }
    CHECK(l.n == 3 && l.seen == 0.5);
    for (int i = 0; i < N; i++)
        CHECK(l.items[i] == 7 && l.more[i] == -i);

    // The same behind a pointer, and a region that the host does not wait for.
    struct list *p = &l;
    p->n = N;
#pragma omp target nowait map(tofrom : p->items[ : N])
    for (int i = 0; i < N; i++)
        p->items[i]++;
    p->seen = 2.5;
#pragma omp taskwait
    CHECK(p->seen == 2.5 && p->n == N);
    for (int i = 0; i < N; i++)
        CHECK(p->items[i] == 8);

    // A member by value beside others that the host writes.
    struct world *q = &w;
#pragma omp target data map(tofrom : q->generation)
    {
#pragma omp target
        q->generation += 10;
        q->current = 77;
    }
    CHECK(q->current == 77 && q->generation == 15);
    free(l.items);
    free(l.more);
    return test_end();
}
