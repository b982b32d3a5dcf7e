/* Structures with a flexible array member: mapped with its elements, through another structure, as bytes. */
#include "../test.h"

struct list {
    int n;
    double v[];
};

/* The elements begin inside of what sizeof counts: behind `n`, before the padding ends. */
struct text {
    double scale;
    int n;
    char letters[];
};

struct rows {
    int n;
    float cells[][4];
};

struct holder {
    struct list *list;
    int used;
};

static struct list *made(int n)
{
    struct list *l = malloc(sizeof *l + n * sizeof l->v[0]);
    l->n = n;
    for (int i = 0; i < n; i++)
        l->v[i] = i;
    return l;
}

/* The structure goes to the device, its elements there and back. */
static void twice(struct list *l, int n)
{
    #pragma omp target teams distribute parallel for map(to: l[0:1]) map(tofrom: l->v[0:n])
    for (int i = 0; i < l->n; i++)
        l->v[i] *= 2;
}

static int sum_of(struct list *l)
{
    int sum = 0;
    for (int i = 0; i < l->n; i++)
        sum += (int)l->v[i];
    return sum;
}

static void by_data_directives(struct list *l)
{
    int n = l->n, there = 0;
    #pragma omp target enter data map(to: l[0:1], l->v[0:n])
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < l->n; i++)
        l->v[i] = 10 * i;
    #pragma omp target update from(l->v[1:2])
    CHECK(l->v[1] == 10 && l->v[2] == 20);
    l->v[0] = 7;
    l->n = 2;
    #pragma omp target update to(l->v[0:1], l->n)
    #pragma omp target map(from: there)
    there = l->n * 100 + (int)l->v[0];
    CHECK(there == 207);
    #pragma omp target exit data map(release: l[0:1]) map(from: l->v[0:n])
    CHECK(l->n == 2 && l->v[0] == 7 && l->v[n - 1] == 10 * (n - 1));
    l->n = n;
}

static void behind_padding(void)
{
    enum { LETTERS = 37 };
    struct text *t = malloc(sizeof *t + LETTERS);
    t->scale = 2.5;
    t->n = LETTERS;
    memset(t->letters, 'a', LETTERS);
    #pragma omp target map(to: t[0:1]) map(tofrom: t->letters[0:LETTERS])
    for (int i = 0; i < t->n; i++)
        t->letters[i] += (char)(t->scale * 2) + i % 3;
    for (int i = 0; i < LETTERS; i++)
        CHECK(t->letters[i] == 'a' + 5 + i % 3);
    free(t);
}

static void of_rows(int n)
{
    struct rows *r = malloc(sizeof *r + n * sizeof r->cells[0]);
    r->n = n;
    #pragma omp target teams distribute parallel for collapse(2) map(to: r[0:1]) map(from: r->cells[0:n][0:4])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            r->cells[i][j] = (float)(i * r->n + j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            CHECK(r->cells[i][j] == (float)(i * n + j));
    free(r);
}

/* The structure is reached through another one. */
static void through_another(struct list *l)
{
    struct holder h = {l, 1};
    int n = l->n;
    #pragma omp target map(to: h) map(to: h.list[0:1]) map(tofrom: h.list->v[0:n])
    for (int i = 0; i < h.list->n; i++)
        h.list->v[i] = i + h.used;
    CHECK(h.list == l && h.list->v[n - 1] == n);
}

/* All of the storage, which a pointer to its bytes names. */
static void as_bytes(struct list *l)
{
    char *bytes = (char *)l;
    size_t size = sizeof *l + l->n * sizeof l->v[0];
    #pragma omp target map(tofrom: bytes[0:size])
    {
        struct list *there = (struct list *)bytes;
        for (int i = 0; i < there->n; i++)
            there->v[i] = 3 * i;
    }
    /* The same under the structure's own pointer: a zero-length section finds what is mapped. */
    #pragma omp target data map(tofrom: bytes[0:size])
    #pragma omp target
    for (int i = 0; i < l->n; i++)
        l->v[i] += 1;
}

static void no_elements(void)
{
    struct list *l = made(0);
    int n = 0;
    #pragma omp target map(tofrom: l[0:1], l->v[0:n])
    {
        for (int i = 0; i < l->n; i++)
            l->v[i] = 1;
        l->n = 4;
    }
    CHECK(l->n == 4);
    free(l);
}

int main(void)
{
    struct list *l = made(100);
    twice(l, 100);
    CHECK(sum_of(l) == 9900);
    by_data_directives(l);
    behind_padding();
    of_rows(1);
    of_rows(65);
    through_another(l);
    as_bytes(l);
    CHECK(sum_of(l) == 3 * 4950 + 100 && l->n == 100);
    no_elements();
    free(l);
    return test_end();
}
