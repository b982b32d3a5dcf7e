/* B+ tree: a team for each query; its threads share the keys of a node, and the one that finds the key's interval
   says where the team goes next. */
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
#pragma omp target teams distribute map(to : key[0 : count]) map(from : value[0 : count])
        for (int q = 0; q < count; q++) {
            int wanted = key[q], at = 0, found = -1;
            for (int level = 0; level < height; level++) {
                const struct node *here = &node[at];
                int next = 0;
#pragma omp parallel for
                for (int i = 0; i < ORDER; i++)
                    if (here->key[i] <= wanted && wanted < here->key[i + 1])
                        next = here->child[i];
                at = next;
            }
#pragma omp parallel for
            for (int i = 0; i < ORDER; i++)
                if (node[at].key[i] == wanted)
                    found = node[at].child[i];
            value[q] = found < 0 ? -1 : record[found].value;
        }
#pragma omp target teams distribute map(to : start[0 : ranges], end[0 : ranges]) \
    map(from : first[0 : ranges], length[0 : ranges])
        for (int q = 0; q < ranges; q++) {
            int from = start[q], to = end[q], left = 0, right = 0, begin = -1, last = -1;
            for (int level = 0; level < height; level++) {
                const struct node *a = &node[left], *b = &node[right];
                int next_left = 0, next_right = 0;
#pragma omp parallel for
                for (int i = 0; i < ORDER; i++) {
                    if (a->key[i] <= from && from < a->key[i + 1])
                        next_left = a->child[i];
                    if (b->key[i] <= to && to < b->key[i + 1])
                        next_right = b->child[i];
                }
                left = next_left;
                right = next_right;
            }
#pragma omp parallel for
            for (int i = 0; i < ORDER; i++) {
                if (node[left].key[i] == from)
                    begin = node[left].child[i];
                if (node[right].key[i] == to)
                    last = node[right].child[i];
            }
            int both = begin >= 0 && last >= 0;
            first[q] = both ? begin : 0;
            length[q] = both ? last - begin + 1 : 0;
        }
    }
}
