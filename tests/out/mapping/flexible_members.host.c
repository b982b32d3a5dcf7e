/* Flexible array members: the structure with its elements, the elements alone, and rows of elements. */
#include "romp.h"
struct list {
    int n;
    double v[];
};

struct rows {
    double scale;
    int n;
    char flags[][4];
};

void twice(struct list *l, int n)
{
    /* target teams distribute parallel for map(to: l[0:1]) map(tofrom: l->v[0:n]) */
    ROMP_TARGET("flexible_members.c:15", twice_1,
        romp_block(128), romp_to(l, 0, 1),
        romp_map("l->v[0:n]", l, &(l->v)[0], sizeof((l->v)[0]) * n, 0, ROMP_TO | ROMP_FROM), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < l->n; i++)
        l->v[i] *= 2;
}

void clear(struct rows *r, int n)
{
    /* target teams distribute parallel for map(from: r->flags[1:n][0:4]) */
    ROMP_TARGET("flexible_members.c:22", clear_1,
        romp_block(128), romp_iterations_from(1, romp_trips(1, n, 1, 1)), romp_pointers_in(*r),
        romp_map("r->flags[1:n][0:4]", r, &(r->flags)[1][0], sizeof((r->flags)[0][0]) * n * 4, 0, ROMP_FROM),
        romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 1; i <= n; i++)
        for (int j = 0; j < 4; j++)
            r->flags[i][j] = 0;
}

void kept(struct list *l, int n)
{
    /* target enter data map(to: l[0:1], l->v[0:n]) */
    ROMP_ENTER_DATA("flexible_members.c:30",
        romp_to(l, 0, 1), romp_map("l->v[0:n]", l, &(l->v)[0], sizeof((l->v)[0]) * n, 0, ROMP_TO));
    /* target update from(l->v[0:n / 2]) */
    ROMP_UPDATE("flexible_members.c:31",
        romp_map("l->v[0:n / 2]", l, &(l->v)[0], sizeof((l->v)[0]) * (n / 2), 0, ROMP_FROM));
    /* target exit data map(release: l[0:1]) map(from: l->v[0:n]) */
    ROMP_EXIT_DATA("flexible_members.c:32",
        romp_map("l[0:1]", l, &l[0], sizeof(l[0]), 0, ROMP_RELEASE),
        romp_map("l->v[0:n]", l, &(l->v)[0], sizeof((l->v)[0]) * n, 0, ROMP_FROM));
}
