// GNU C's arrays without elements as members: the trailing one and one between others take no room.
#include <stdio.h>

struct list {
    int n;
    int items[0];
};

struct marked {
    char c;
    double none[0];
    short s;
};

int main(void)
{
    int sizes = 0, values = 0;
    #pragma omp target map(tofrom: sizes, values)
    {
        struct list lists[2] = {{1}, {2}};
        struct {
            struct list list;
            int room[3];
        } held = {{3}, {5, 6, 7}};
        struct marked marked = {.c = 1, .s = 2};
        struct list *list = &held.list;
        sizes = (int)sizeof(struct list) * 100 + (int)sizeof lists * 10 + (int)sizeof marked;
        values = lists[1].n * 1000 + held.room[2] * 100 + (int)((char *)list->items - (char *)list) * 10 + marked.s;
    }
    if (sizes != 496 || values != 2742) {
        printf("%d %d\n", sizes, values);
        return 1;
    }
    return 0;
}
