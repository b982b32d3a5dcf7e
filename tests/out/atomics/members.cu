// Device code of members.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct omp_lock_t {
    alignas(4) unsigned char _x[4];
};
static_assert(sizeof(struct omp_lock_t) == 4, "layout");

struct node {
    int key;
    struct node *left;
    struct node *right;
    unsigned char seen;
    struct omp_lock_t lock;
};
static_assert(sizeof(struct node) == 32 && offsetof(struct node, left) == 8 && offsetof(struct node, right) == 16
              && offsetof(struct node, seen) == 24 && offsetof(struct node, lock) == 28, "layout");

__device__ void insert(struct node *root, struct node *one)
{
    romp::sequential::omp_set_lock(&root->lock);
    struct node **side = one->key < root->key ? &root->left : &root->right;
    if (*side) {
        struct node *next = *side;
        romp::sequential::omp_unset_lock(&root->lock);
        insert(next, one);
    } else {
        *side = one;
        romp::sequential::omp_unset_lock(&root->lock);
    }
}

// members.c:29: target teams distribute parallel for map(nodes[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
build_1(struct node *nodes, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 1, n))
        insert(&nodes[0], &nodes[i]);
}

// members.c:32: target teams distribute parallel for map(nodes[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
build_2(struct node *nodes, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        for (struct node *p = nodes; p; p = p->key < i ? p->right : p->left) {
            romp::atomic_add(romp::generic(p->seen), 1);
        }
}
