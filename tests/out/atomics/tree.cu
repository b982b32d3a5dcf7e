// Device code of tree.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct omp_lock_t {
    alignas(4) unsigned char _x[4];
};
static_assert(sizeof(struct omp_lock_t) == 4, "layout");

struct node {
    int key;
    struct node *left;
    struct node *right;
    struct omp_lock_t lock;
};
static_assert(sizeof(struct node) == 32 && offsetof(struct node, left) == 8 && offsetof(struct node, right) == 16
              && offsetof(struct node, lock) == 24, "layout");

static __device__ void insert(struct node *root, struct node *leaf)
{
    romp::sequential::omp_set_lock(&root->lock);
    struct node **side = leaf->key < root->key ? &root->left : &root->right;
    if (*side) {
        struct node *next = *side;
        romp::sequential::omp_unset_lock(&root->lock);
        insert(next, leaf);
    } else {
        *side = leaf;
        romp::sequential::omp_unset_lock(&root->lock);
    }
}

// tree.c:28: target teams distribute parallel for map(tofrom: nodes[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
build_1(struct node *nodes, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 1, n))
        insert(&nodes[0], &nodes[i]);
}
