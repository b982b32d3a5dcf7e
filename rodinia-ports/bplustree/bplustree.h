#ifndef BPLUSTREE_H
#define BPLUSTREE_H

#include "port.h"

enum { ORDER = 256 }; /* keys of a node */

/* Child `i` of an inner node holds the keys from `key[i]` to `key[i + 1]` - 1; a leaf's `child[i]` is the record of
   `key[i]`. Keys that are not in use are INT32_MAX, as is `key[ORDER]`; the first key on the tree's left border is
   INT32_MIN. */
struct node {
    int location;
    int child[ORDER + 1];
    int key[ORDER + 1];
    int leaf;
    int keys;
};

struct record {
    int value;
};

struct tree {
    int height; /* steps from the root, node 0, to a leaf */
    int nodes;
    int records;
    const struct node *node;
    const struct record *record;
};

/* What is asked: the value of each of `count` keys; the records between two keys for each of `ranges` pairs. */
struct queries {
    int count;
    const int *key;
    int ranges;
    const int *start;
    const int *end;
};

/* A value, or -1 for a key that is in no leaf; the first record and the number of records, or 0 and 0 where one of
   the two keys is in no leaf. */
struct answers {
    int *value;
    int *first;
    int *length;
};

#ifdef __cplusplus
extern "C"
#endif
void solve(const struct tree *tree, const struct queries *queries, struct answers *answers);

#endif
