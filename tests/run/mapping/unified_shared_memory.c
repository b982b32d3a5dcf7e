// host: skip
/* `requires unified_shared_memory`: regions reach the host's memory by its addresses, on devices that can. */
#include "../test.h"
#pragma omp requires unified_shared_memory

#define N 1024

struct node {
    int v;
    struct node *next;
};

static int *heap, global[N];

static int linked = 3;
#pragma omp declare target link(linked)

#pragma omp declare target
static int get_linked(void)
{
    return linked;
}

static int walk(const struct node *n)
{
    int sum = 0;
    for (; n; n = n->next)
        sum += n->v;
    return sum;
}
#pragma omp end declare target

int main(void)
{
    static int kept[N];
    int stack[N], *p = stack, copy[N], bad = 0, sum = 0;
    struct node list[3] = { { 1, &list[1] }, { 2, &list[2] }, { 3, 0 } }, *head = list;
    heap = malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
        heap[i] = stack[i] = global[i] = kept[i] = i;
    #pragma omp target
    for (int i = 0; i < N; i++)
        heap[i] += 10;
    for (int i = 0; i < N; i++)
        heap[i] += 10;
    #pragma omp target map(from: copy)
    for (int i = 0; i < N; i++)
        copy[i] = heap[i];
    for (int i = 0; i < N; i++)
        bad += copy[i] != i + 20 || heap[i] != i + 20;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        p[i] += 1;
        global[i]++;
        kept[i] += 2;
    }
    for (int i = 0; i < N; i++)
        bad += stack[i] != i + 1 || global[i] != i + 1 || kept[i] != i + 2;
    CHECK(bad == 0);
    #pragma omp target map(from: sum)
    sum = walk(head) + get_linked();
    CHECK(sum == 9);
    #pragma omp target map(heap)
    heap[3] = 5;
    CHECK(heap[3] == 5);
    CHECK(omp_target_is_accessible(stack, sizeof stack, omp_get_default_device()));
    return test_end();
}
