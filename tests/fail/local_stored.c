// "local_stored.c:34: error: " "writes 8 bytes of a local variable of a call that has ended" "in the region of local_stored.c:29"
#include <stdio.h>

#pragma omp begin declare target
struct list {
    double *last;
};

// Calls itself, so that it has a frame of its own.
static double store(struct list *list, int depth, double x)
{
    double v = x;
    if (depth > 0) {
        double below = store(list, depth - 1, v + 1);
        // The frame above is gone, and this one is not.
        list->last = &v;
        return below + *list->last;
    }
    list->last = &v;
    *list->last += 1;
    return v;
}
#pragma omp end declare target

int main(void)
{
    double r[3] = {0};
    int depth = 2;
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(3) map(tofrom: r)
    for (int i = 0; i < 3; i++) {
        struct list list;
        r[i] = store(&list, depth, 4);
        // Nothing holds the address of what has ended there.
        *list.last = 3;
    }
    printf("survived %g\n", r[0]);
}
