// Rows of a sparse matrix: the elements of one lie together.
void multiply(int rows, const int *begin, const int *column, const double *value, const double *x, double *y)
{
    #pragma omp target teams distribute parallel for
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
    #pragma omp target teams distribute parallel for reduction(+: sum)
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
    #pragma omp target teams distribute parallel for map(to: key[0:n]) map(from: found[0:n])
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
    #pragma omp target teams distribute parallel for map(to: key[0:n])
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
