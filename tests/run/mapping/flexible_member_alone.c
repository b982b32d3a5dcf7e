// host: skip
/* Elements of a flexible array member, mapped alone: the structure is present only for its address.
 * (gcc 12 loses the bytes of a member that is mapped alone through a pointer: no reference.) */
#include "../test.h"

struct list {
    int n;
    double v[];
};

struct text {
    double scale;
    int n;
    char letters[];
};

static void add_one(struct list *l, int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: l->v[0:n])
    for (int i = 0; i < n; i++)
        l->v[i] += 1;
}

/* A part of the elements. */
static void middle(struct list *l)
{
    #pragma omp target map(from: l->v[3:2])
    {
        l->v[3] = -3;
        l->v[4] = -4;
    }
}

/* The last elements, which lie apart from what sizeof counts. */
static void behind_padding(void)
{
    enum { LETTERS = 37 };
    struct text *t = malloc(sizeof *t + LETTERS);
    t->scale = 2.5;
    t->n = LETTERS;
    memset(t->letters, 'a', LETTERS);
    #pragma omp target map(tofrom: t->letters[30:7])
    t->letters[36] = 'z';
    /* The first ones, and a member before them. */
    #pragma omp target map(tofrom: t->letters[0:3], t->scale)
    t->letters[2] += (char)(t->scale *= 2);
    CHECK(t->letters[36] == 'z' && t->letters[35] == 'a' && t->letters[2] == 'f' && t->scale == 5);
    free(t);
}

int main(void)
{
    struct list *l = malloc(sizeof *l + 100 * sizeof l->v[0]);
    l->n = 100;
    for (int i = 0; i < 100; i++)
        l->v[i] = i;
    add_one(l, 100);
    middle(l);
    for (int i = 0; i < 100; i++)
        CHECK(l->v[i] == (i == 3 || i == 4 ? -i : i + 1));
    CHECK(l->n == 100);
    behind_padding();
    free(l);
    return test_end();
}
