/* malloc, calloc and free in device code, and memory that outlives a region. */
#include "../test.h"
#include <stdlib.h>

struct list {
    struct list *next;
    int value;
};

#pragma omp declare target
static struct list *push(struct list *head, int value)
{
    struct list *item = malloc(sizeof *item);
    if (item) {
        item->next = head;
        item->value = value;
    }
    return item;
}
#pragma omp end declare target

int main(void)
{
    int sum = 0, zeros = 0, wrong = 0;
    struct list *kept = NULL;
    #pragma omp target map(tofrom: sum, zeros, kept)
    {
        for (int i = 1; i <= 10; i++)
            kept = push(kept, i);
        int *table = calloc(7, sizeof *table);
        for (int i = 0; i < 7; i++)
            zeros += table[i] == 0;
        free(table);
        free(NULL);
    }
    #pragma omp target map(tofrom: sum, kept)
    while (kept) {
        struct list *next = kept->next;
        sum += kept->value;
        free(kept);
        kept = next;
    }
    #pragma omp target parallel for map(tofrom: wrong) num_threads(33)
    for (int i = 0; i < 100; i++) {
        double *own = malloc((i + 1) * sizeof *own);
        own[i] = i;
        if (own[i] != i)
            #pragma omp atomic
            wrong++;
        free(own);
    }
    CHECK(sum == 55 && zeros == 7 && !kept);
    CHECK(wrong == 0);
    return test_end();
}
