/* B+ tree: a tree built from sorted keys, and random queries, from a fixed seed. */
#include "bplustree.h"

enum { FILL = ORDER * 3 / 4 }; /* keys of a node: what insertion one by one would leave, about */

/* The keys of a tree with `records` records: every third number, so that two of three numbers are in no leaf. */
static int key_of_record(int record)
{
    return 3 * record + 1;
}

static int nodes_above(int nodes)
{
    return (nodes + FILL - 1) / FILL;
}

/* Makes the node of `count` children from `first` on; the keys are those of records `stride` apart. */
static void fill(struct node *node, int location, int leaf, int first, int count, int first_record, int stride)
{
    node->location = location;
    node->leaf = leaf;
    node->keys = count;
    for (int i = 0; i <= ORDER; i++) {
        node->child[i] = i < count ? first + i : 0;
        node->key[i] = i < count ? key_of_record(first_record + i * stride) : INT32_MAX;
    }
    if (!leaf && first_record == 0)
        node->key[0] = INT32_MIN;
}

/* Builds the tree level by level: the root is node 0, the leaves come last. */
static struct tree build(int records, uint64_t *random)
{
    int count[16], levels = 0, nodes = 0;
    for (int below = records; levels == 0 || below > 1; levels++) {
        below = nodes_above(below);
        count[levels] = below;
        nodes += below;
    }
    struct node *node = port_allocate(nodes, sizeof *node);
    struct record *record = port_allocate(records, sizeof *record);
    int first_child = 0, end = nodes;
    long stride = 1, children = records;
    for (int level = 0; level < levels; level++) {
        int first = end - count[level];
        for (int i = 0; i < count[level]; i++) {
            long begin = (long)i * FILL, used = children - begin < FILL ? children - begin : FILL;
            fill(&node[first + i], first + i, level == 0, first_child + (int)begin, (int)used, (int)(begin * stride),
                 (int)stride);
        }
        first_child = end = first;
        children = count[level];
        stride *= FILL;
    }
    for (int i = 0; i < records; i++)
        record[i].value = (int)port_random_below(random, 1u << 30);
    return (struct tree){levels - 1, nodes, records, node, record};
}

static int random_key(int records, uint64_t *random)
{
    return key_of_record((int)port_random_below(random, records));
}

/* One in eight keys is in no leaf. */
static struct queries ask(int count, int ranges, int records, uint64_t *random)
{
    int *key = port_allocate(count, sizeof *key);
    int *start = port_allocate(ranges, sizeof *start), *end = port_allocate(ranges, sizeof *end);
    for (int i = 0; i < count; i++)
        key[i] = random_key(records, random) + (port_random_below(random, 8) == 0);
    for (int i = 0; i < ranges; i++) {
        int a = random_key(records, random), b = random_key(records, random);
        start[i] = a < b ? a : b;
        end[i] = (a < b ? b : a) + (port_random_below(random, 8) == 0);
    }
    return (struct queries){count, key, ranges, start, end};
}

int main(int argc, char **argv)
{
    static const int records[] = {50021, 1000000, 16000000}, counts[] = {37, 10000, 2000000};
    static const int ranges[] = {23, 6000, 1000000};
    struct port_arguments a = port_arguments(argc, argv);
    uint64_t random = 29;
    struct tree tree = build(records[a.size], &random);
    struct queries queries = ask(counts[a.size], ranges[a.size], records[a.size], &random);
    struct answers answers = {port_allocate(queries.count, sizeof(int)), port_allocate(queries.ranges, sizeof(int)),
                              port_allocate(queries.ranges, sizeof(int))};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&tree, &queries, &answers);
    double walks = (double)queries.count + 2.0 * queries.ranges;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0,
                walks * (tree.height + 1) * ORDER * sizeof(int) + 4 * (3.0 * queries.count + 4.0 * queries.ranges));
    port_write("value.i32", answers.value, queries.count, sizeof(int));
    port_write("first.i32", answers.first, queries.ranges, sizeof(int));
    port_write("length.i32", answers.length, queries.ranges, sizeof(int));
    free((void *)tree.node);
    free((void *)tree.record);
    free((void *)queries.key);
    free((void *)queries.start);
    free((void *)queries.end);
    free(answers.value);
    free(answers.first);
    free(answers.length);
    return 0;
}
