/* A mapper of an array whose length only the program knows. */
#include "romp.h"
typedef struct {
    int n;
    double *v;
} row;
/* declare mapper(rows: row r) map(to: r.n) map(tofrom: r.v[0:r.n]) */

void twice(row *a, int n)
{
    /* target teams distribute parallel for map(mapper(rows), tofrom: a[0:n]) */
    ROMP_TARGET("mapper_array.c:10", twice_1,
        romp_block(128), romp_iterations(n),
        romp_items("a", for (long long romp_at_0 = 0; romp_at_0 < n; romp_at_0 += 1) romp_item(romp_map("a[romp_at_0]", a, &(a[romp_at_0]), sizeof(a[romp_at_0]), 0, ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND))),
        romp_items("a[romp_at_0].n", for (long long romp_at_0 = 0; romp_at_0 < n; romp_at_0 += 1) romp_item(romp_to_member(*a, a[romp_at_0].n))),
        romp_pointer(a),
        romp_items("a[romp_at_0].v[0:a[romp_at_0].n]", for (long long romp_at_0 = 0; romp_at_0 < n; romp_at_0 += 1) romp_item(romp_tofrom_attached(a[romp_at_0].v, 0, a[romp_at_0].n))),
        romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i].n; j++)
            a[i].v[j] *= 2;
}

void pair(row *a)
{
    /* target map(a[1].v[0:4], a[2].v[0:4]) */
    ROMP_TARGET("mapper_array.c:18", pair_1,
        romp_block(1), romp_num_teams(1),
        romp_map("a[1]", a, &(a[1]), sizeof(a[1]), 0, ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND | ROMP_PARAM),
        romp_tofrom_attached(a[1].v, 0, 4),
        romp_map("a[2]", a, &(a[2]), sizeof(a[2]), 0, ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND),
        romp_tofrom_attached(a[2].v, 0, 4))
    #pragma omp target if(target: 0) /* host version */
    for (int j = 0; j < 4; j++)
        a[1].v[j] += a[2].v[j];
}
