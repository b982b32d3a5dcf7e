/* Locks and bytes in nodes of lists: nvcc is to take the code of threads that walk along. */
#include "romp.h"
#include <omp.h>

struct node {
    int key;
    struct node *left, *right;
    unsigned char seen;
    omp_lock_t lock;
};

/* declare target */
void insert(struct node *root, struct node *one)
{
    omp_set_lock(&root->lock);
    struct node **side = one->key < root->key ? &root->left : &root->right;
    if (*side) {
        struct node *next = *side;
        omp_unset_lock(&root->lock);
        insert(next, one);
    } else {
        *side = one;
        omp_unset_lock(&root->lock);
    }
}
/* end declare target */

void build(int n, struct node *nodes)
{
    /* target teams distribute parallel for map(nodes[0:n]) */
    ROMP_TARGET("members.c:29", build_1,
        romp_block(128), romp_iterations_from(1, romp_trips(1, n, 1, 0)), romp_stack(16384),
        romp_tofrom(nodes, 0, n), romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        insert(&nodes[0], &nodes[i]);
    /* target teams distribute parallel for map(nodes[0:n]) */
    ROMP_TARGET("members.c:32", build_2,
        romp_block(128), romp_iterations(n), romp_tofrom(nodes, 0, n), romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        for (struct node *p = nodes; p; p = p->key < i ? p->right : p->left) {
            #pragma omp atomic
            p->seen += 1;
        }
}
