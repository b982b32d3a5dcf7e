/* Locks of records that a tail call leads to: nvcc makes a loop of it, whose pointer is one of two. */
#include "romp.h"
#include <omp.h>

struct node {
    int key;
    struct node *left, *right;
    omp_lock_t lock;
};

/* declare target */
static void insert(struct node *root, struct node *leaf)
{
    omp_set_lock(&root->lock);
    struct node **side = leaf->key < root->key ? &root->left : &root->right;
    if (*side) {
        struct node *next = *side;
        omp_unset_lock(&root->lock);
        insert(next, leaf);
    } else {
        *side = leaf;
        omp_unset_lock(&root->lock);
    }
}
/* end declare target */

void build(int n, struct node *nodes)
{
    /* target teams distribute parallel for map(tofrom: nodes[0:n]) */
    ROMP_TARGET("tree.c:28", build_1,
        romp_block(128), romp_iterations_from(1, romp_trips(1, n, 1, 0)), romp_stack(16384),
        romp_tofrom(nodes, 0, n), romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i < n; i++)
        insert(&nodes[0], &nodes[i]);
}
