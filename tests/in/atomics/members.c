/* Locks and bytes in nodes of lists: nvcc is to take the code of threads that walk along. */
#include <omp.h>

struct node {
    int key;
    struct node *left, *right;
    unsigned char seen;
    omp_lock_t lock;
};

#pragma omp declare target
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
#pragma omp end declare target

void build(int n, struct node *nodes)
{
    #pragma omp target teams distribute parallel for map(nodes[0:n])
    for (int i = 1; i < n; i++)
        insert(&nodes[0], &nodes[i]);
    #pragma omp target teams distribute parallel for map(nodes[0:n])
    for (int i = 0; i < n; i++)
        for (struct node *p = nodes; p; p = p->key < i ? p->right : p->left) {
            #pragma omp atomic
            p->seen += 1;
        }
}
