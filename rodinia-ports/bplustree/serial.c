/* B+ tree, serial: query by query, level by level. */
#include "bplustree.h"

/* The record of a key, or -1. */
static int find(const struct tree *tree, int key)
{
    int at = 0;
    for (int level = 0; level < tree->height; level++) {
        const struct node *node = &tree->node[at];
        int next = 0;
        for (int i = 0; i < ORDER; i++)
            if (node->key[i] <= key && key < node->key[i + 1])
                next = node->child[i];
        at = next;
    }
    int record = -1;
    for (int i = 0; i < ORDER; i++)
        if (tree->node[at].key[i] == key)
            record = tree->node[at].child[i];
    return record;
}

void solve(const struct tree *tree, const struct queries *queries, struct answers *answers)
{
    for (int q = 0; q < queries->count; q++) {
        int record = find(tree, queries->key[q]);
        answers->value[q] = record < 0 ? -1 : tree->record[record].value;
    }
    for (int q = 0; q < queries->ranges; q++) {
        int first = find(tree, queries->start[q]), last = find(tree, queries->end[q]);
        int both = first >= 0 && last >= 0;
        answers->first[q] = both ? first : 0;
        answers->length[q] = both ? last - first + 1 : 0;
    }
}
