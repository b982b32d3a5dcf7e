/* Elements, and members of elements, mapped through pointers: the pointer stands for its own place. */
#include "../test.h"

typedef struct {
    int m, n;
} pair;

struct holder {
    pair *p;
};

static int *global;

int main(void)
{
    int *p = calloc(8, sizeof *p), k = 2;
    pair *arr = calloc(4, sizeof *arr);
    int (*rows)[8] = calloc(3, sizeof *rows);
    struct holder h = {calloc(3, sizeof(pair))}, *ph = &h;

    #pragma omp target map(tofrom: p[k])
    p[k] += 5;
    CHECK(p[2] == 5);

    global = p;
    #pragma omp target map(tofrom: global[3])
    global[3] = 7;
    CHECK(p[3] == 7);

    #pragma omp target map(tofrom: rows[1][3])
    rows[1][3] += 2;
    CHECK(rows[1][3] == 2);

    #pragma omp target map(tofrom: arr[k].n)
    arr[k].n += 8;
    CHECK(arr[2].n == 8 && arr[2].m == 0);

    #pragma omp target map(tofrom: ph->p[1].m)
    ph->p[1].m += 12;
    CHECK(h.p[1].m == 12);

    arr[1].m = 4;
    #pragma omp target enter data map(to: arr[1].m)
    #pragma omp target map(to: arr[1].m)
    arr[1].m += 5;
    #pragma omp target update from(arr[1].m)
    CHECK(arr[1].m == 9);
    #pragma omp target exit data map(release: arr[1].m)
    printf("%d %d %d\n", p[2], arr[2].n, h.p[1].m);
    return test_end();
}
