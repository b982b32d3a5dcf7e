// Rows of a sparse matrix: the elements of one lie together.
#include "romp.h"
void multiply(int rows, const int *begin, const int *column, const double *value, const double *x, double *y)
{
    /* target teams distribute parallel for */
    ROMP_TARGET("sparse.c:4", multiply_1,
        romp_exact_block(128), romp_iterations((long long)rows * 8), romp_value(rows), romp_pointer(begin),
        romp_pointer(value), romp_pointer(column), romp_pointer(x), romp_pointer(y))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum; // the first lane's
    }
}

// The same, eight lanes a row, and all rows summed.
double total(int rows, const int *begin, const double *value)
{
    double sum = 0;
    /* target teams distribute parallel for reduction(+: sum) */
    ROMP_TARGET("sparse.c:18", total_1,
        romp_exact_block(256), romp_iterations((long long)rows * 8), romp_tofrom_var(sum), romp_value(rows),
        romp_pointer(begin), romp_pointer(value), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sum) /* host version */
    for (int i = 0; i < rows; i++) {
        #pragma omp simd reduction(+: sum) simdlen(8)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k];
    }
    return sum;
}

struct node {
    int key[256];
    int child[256];
};

// A walk through a tree: wherever the pointer leads, nothing is written meanwhile.
void find(int n, int height, const struct node *tree, const int *key, int *found)
{
    /* target teams distribute parallel for map(to: key[0:n]) map(from: found[0:n]) */
    ROMP_TARGET("sparse.c:35", find_1,
        romp_exact_block(128), romp_iterations((long long)n * 32), romp_to(key, 0, n),
        romp_from(found, 0, n), romp_value(n), romp_pointer(tree), romp_value(height))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        const struct node *here = tree;
        for (int level = 0; level < height; level++) {
            int below = 0;
            #pragma omp simd reduction(+: below)
            for (int k = 0; k < 256; k++)
                below += here->key[k] <= key[i];
            here = &tree[here->child[below - 1]];
        }
        found[i] = here->key[0];
    }
}

// Not shared: the loop writes, where the pointer may lead.
void mark(int n, int height, struct node *tree, const int *key)
{
    /* target teams distribute parallel for map(to: key[0:n]) */
    ROMP_TARGET("sparse.c:52", mark_1,
        romp_block(128), romp_iterations(n), romp_to(key, 0, n), romp_value(n), romp_pointer(tree),
        romp_value(height), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        struct node *here = tree;
        for (int level = 0; level < height; level++) {
            #pragma omp simd
            for (int k = 0; k < 255; k++)
                tree->child[k] = here->key[k + 1];
            here = &tree[here->child[0]];
        }
    }
}
