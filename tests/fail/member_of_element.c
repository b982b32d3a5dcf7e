// "member_of_element.c:11: error: " "of the host's memory that s.rows[1].a[1].v leads to + 16 bytes" "s.rows[0:2] was mapped at member_of_element.c:22 with the pointer s.rows[1].a[1].v" "map(tofrom: s.rows[i].a[1].v[0:n])"
#include <stdlib.h>

struct leaf { int n; double *v; };
struct row { struct leaf a[2]; struct row *next; };
struct table { int n; struct row *rows; };

void set(struct table *q)
{
#pragma omp target
    q->rows[1].a[1].v[2] = 1;
}

int main(void)
{
    static double cells[10];
    struct table s = {2, calloc(2, sizeof(struct row))};
    if (!s.rows)
        return 0;
    s.rows[1].a[1].v = cells;
#pragma omp target enter data map(to: s)
#pragma omp target enter data map(to: s.rows[0:2])
    set(&s);
    return 0;
}
