/* B+ tree: a thread for each query, which looks at all keys of a node. */
#include "bplustree.h"

#pragma omp declare target
/* The record of a key, or -1. */
static int find(const struct node *tree, int height, int key)
{
    int at = 0;
    for (int level = 0; level < height; level++) {
        int next = 0;
        for (int i = 0; i < ORDER; i++)
            if (tree[at].key[i] <= key && key < tree[at].key[i + 1])
                next = tree[at].child[i];
        at = next;
    }
    int record = -1;
    for (int i = 0; i < ORDER; i++)
        if (tree[at].key[i] == key)
            record = tree[at].child[i];
    return record;
}
#pragma omp end declare target

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
            int at = find(node, height, key[q]);
            value[q] = at < 0 ? -1 : record[at].value;
        }
#pragma omp target teams distribute parallel for map(to : start[0 : ranges], end[0 : ranges]) \
    map(from : first[0 : ranges], length[0 : ranges])
        for (int q = 0; q < ranges; q++) {
            int begin = find(node, height, start[q]), last = find(node, height, end[q]);
            int both = begin >= 0 && last >= 0;
            first[q] = both ? begin : 0;
            length[q] = both ? last - begin + 1 : 0;
        }
    }
}
