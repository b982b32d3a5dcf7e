// expect: R4003 at 5
struct node { int v; struct node *next; unsigned long size; };

#pragma omp begin declare target
struct node alone = { 1, &alone, sizeof alone };
extern struct node second;
struct node first = { 1, &second, sizeof first };
struct node second = { 2, &first, sizeof(struct node) };
struct node ring[2] = { { 1, ring + 1, 0 }, { 2, &ring[0], 0 } };
struct node chain = { 3, &alone, sizeof first };
#pragma omp end declare target

int f(void)
{
    int v;
    #pragma omp target map(from: v)
    v = alone.next->v + first.next->v + ring[0].next->v + chain.next->v;
    return v;
}
