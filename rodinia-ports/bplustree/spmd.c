/* B+ tree: a query for each thread, whose lanes share the keys of a node (`simd`). These are sorted, so that the number
   of those that are not above the wanted one says where the query goes next. */
#include "bplustree.h"

void solve(const struct tree *tree, const struct queries *queries, struct answers *answers)
{
    int nodes = tree->nodes, records = tree->records, height = tree->height;
    int count = queries->count, ranges = queries->ranges;
    const struct node *node = tree->node;
    const struct record *record = tree->record;
    const int *key = queries->key, *start = queries->start, *end = queries->end;
    int *value = answers->value, *first = answers->first, *length = answers->length;
#pragma omp target data map(to : node[0 : nodes], record[0 : records])
    {
#pragma omp target teams distribute parallel for map(to : key[0 : count]) map(from : value[0 : count])
        for (int q = 0; q < count; q++) {
            int wanted = key[q];
            const struct node *here = node;
            for (int level = 0; level < height; level++) {
                int below = 0;
#pragma omp simd reduction(+ : below)
                for (int i = 0; i < ORDER; i++)
                    below += here->key[i] <= wanted;
                here = &node[here->child[below - 1]];
            }
            int below = 0;
#pragma omp simd reduction(+ : below)
            for (int i = 0; i < ORDER; i++)
                below += here->key[i] <= wanted;
            value[q] = here->key[below - 1] == wanted ? record[here->child[below - 1]].value : -1;
        }
#pragma omp target teams distribute parallel for map(to : start[0 : ranges], end[0 : ranges]) \
    map(from : first[0 : ranges], length[0 : ranges])
        for (int q = 0; q < ranges; q++) {
            int from = start[q], to = end[q];
            const struct node *left = node, *right = node;
            for (int level = 0; level < height; level++) {
                int left_below = 0, right_below = 0;
#pragma omp simd reduction(+ : left_below, right_below)
                for (int i = 0; i < ORDER; i++) {
                    left_below += left->key[i] <= from;
                    right_below += right->key[i] <= to;
                }
                left = &node[left->child[left_below - 1]];
                right = &node[right->child[right_below - 1]];
            }
            int left_below = 0, right_below = 0;
#pragma omp simd reduction(+ : left_below, right_below)
            for (int i = 0; i < ORDER; i++) {
                left_below += left->key[i] <= from;
                right_below += right->key[i] <= to;
            }
            int begin = left->key[left_below - 1] == from ? left->child[left_below - 1] : -1;
            int last = right->key[right_below - 1] == to ? right->child[right_below - 1] : -1;
            int both = begin >= 0 && last >= 0;
            first[q] = both ? begin : 0;
            length[q] = both ? last - begin + 1 : 0;
        }
    }
}
