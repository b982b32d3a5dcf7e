/* Locks of records that a tail call leads to: nvcc makes a loop of it, whose pointer is one of two. */
#include <omp.h>

struct node {
    int key;
    struct node *left, *right;
    omp_lock_t lock;
};

#pragma omp declare target
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
#pragma omp end declare target

void build(int n, struct node *nodes)
{
    #pragma omp target teams distribute parallel for map(tofrom: nodes[0:n])
    for (int i = 1; i < n; i++)
        insert(&nodes[0], &nodes[i]);
}
