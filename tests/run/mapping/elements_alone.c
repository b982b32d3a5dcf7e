// host: skip
/* Elements of arrays of structures that clauses name one by one: what holds their pointers is mapped with them. */
#include "../test.h"

typedef struct {
    int n;
    double *v;
    int in[4];
    int x, y;
} vec;

static void init(vec *a)
{
    for (int i = 0; i < 4; i++) {
        memset(&a[i], 0, sizeof a[i]);
        a[i].n = 3;
        a[i].v = calloc(3, sizeof(double));
    }
}

int main(void)
{
    vec a[4], *p = malloc(4 * sizeof *p), s, grid[2][3];
    init(a);
    init(p);
    memset(grid, 0, sizeof grid);
    s = a[3];

    /* Behind a pointer, not from its first element on. */
    #pragma omp target map(p[1].in[0:3])
    p[1].in[2] += 5;
    CHECK(p[1].in[2] == 5);
    #pragma omp target map(p[2].v[0:3])
    for (int j = 0; j < 3; j++)
        p[2].v[j] += 2;
    CHECK(p[2].v[2] == 2);
    #pragma omp target map(p[1].n, p[1].v[0:3], p[2].n, p[2].v[0:3])
    for (int k = 1; k < 3; k++)
        for (int j = 0; j < p[k].n; j++)
            p[k].v[j] += k;
    CHECK(p[1].v[2] == 1 && p[2].v[2] == 4);
    #pragma omp target map((*p).v[0:3])
    p->v[1] = 9;
    CHECK(p->v[1] == 9);

    /* Members of one structure keep their distances. */
    #pragma omp target data map(s.x, s.y)
    #pragma omp target
    {
        s.x++;
        s.y += 2;
    }
    CHECK(s.x == 1 && s.y == 2);
    #pragma omp target data map(s.x, s.in[0:3])
    #pragma omp target
    {
        s.x++;
        s.in[2] += 2;
    }
    CHECK(s.x == 2 && s.in[2] == 2);

    /* Elements of an array. */
    #pragma omp target data map(a[1].v[0:3], a[2].v[0:3])
    #pragma omp target
    for (int k = 1; k < 3; k++)
        for (int j = 0; j < 3; j++)
            a[k].v[j] += k;
    CHECK(a[1].v[2] == 1 && a[2].v[2] == 2);
    for (int k = 0; k < 4; k++) {
        #pragma omp target enter data map(to: a[k].n, a[k].v[0:3])
    }
    for (int k = 0; k < 4; k++) {
        #pragma omp target map(alloc: a[k].n, a[k].v[0:3])
        for (int j = 0; j < a[k].n; j++)
            a[k].v[j] += k;
    }
    for (int k = 0; k < 4; k++) {
        #pragma omp target exit data map(from: a[k].v[0:3]) map(release: a[k].n)
    }
    CHECK(a[0].v[2] == 0 && a[1].v[2] == 2 && a[2].v[0] == 4 && a[3].v[1] == 3);
    #pragma omp target map(grid[1][2].in[1:2], grid[0][1].x)
    {
        grid[1][2].in[2] = 7;
        grid[0][1].x = 8;
    }
    CHECK(grid[1][2].in[2] == 7 && grid[0][1].x == 8);

    /* Each element comes and goes by itself. */
    #pragma omp target enter data map(to: a[0].x, a[2].x)
    #pragma omp target map(alloc: a[0].x, a[2].x)
    {
        a[0].x = 4;
        a[2].x = 6;
    }
    #pragma omp target exit data map(from: a[0].x)
    CHECK(a[0].x == 4);
    #pragma omp target exit data map(from: a[2].x)
    CHECK(a[2].x == 6);
    return test_end();
}
