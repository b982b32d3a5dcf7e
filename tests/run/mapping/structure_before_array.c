/* Sections behind pointers in structures are mapped first, then more of the array that the structures are in: what the
   pointers lead to was mapped, the structures were not (5.2, 5.8.3), so that all of the array can still come. Attached
   pointers stay attached. */
#include "../test.h"

struct box {
    int before;
    unsigned *in;
    int n;
};

struct shelf {
    int number;
    struct box *first;
    struct box own[3];
};

static struct box boxes[5];
static unsigned values[5][4];

static void fill(void)
{
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 4; i++)
            values[k][i] = (unsigned)(10 * k + i);
        boxes[k] = (struct box){k, values[k], 4};
    }
}

/* One structure, then the array; each leaves first once. */
static void one(int array_first)
{
    fill();
#pragma omp target enter data map(to: boxes[1].in[0:4])
#pragma omp target enter data map(to: boxes[0:3])
    unsigned sum = 0;
#pragma omp target map(tofrom: sum)
    {
        boxes[1].in[2] += 100;
        boxes[0].n = 7;
        sum = boxes[1].in[3] + (unsigned)boxes[2].before;
    }
    CHECK(sum == 15);
    if (array_first) {
#pragma omp target exit data map(from: boxes[0:3])
        CHECK(!on_device() || !omp_target_is_present(&boxes[0], omp_get_default_device()));
#pragma omp target map(boxes[1].in[0:4])
        boxes[1].in[0] = 60;
#pragma omp target exit data map(from: boxes[1].in[0:4])
        CHECK(values[1][0] == 60);
    } else {
#pragma omp target exit data map(from: boxes[1].in[0:4])
#pragma omp target exit data map(from: boxes[0:3])
    }
    CHECK(values[1][2] == 112);
    CHECK(boxes[1].in == values[1] && boxes[0].n == 7);
    CHECK(!on_device() || !omp_target_is_present(values[1], omp_get_default_device()));
}

/* Each structure of the array by itself, then all of it: without values, which the structures keep. */
static void all(void)
{
    fill();
    for (int k = 0; k < 5; k++) {
#pragma omp target enter data map(to: boxes[k].in[0:4])
    }
#pragma omp target enter data map(alloc: boxes)
    unsigned sum = 0;
#pragma omp target map(tofrom: sum)
    for (int k = 0; k < 5; k++) {
        sum += boxes[k].in[k % 4] + (unsigned)boxes[k].n;
        boxes[k].before = 50 + k;
    }
    CHECK(sum == 0 + 11 + 22 + 33 + 40 + 20);
    for (int k = 4; k >= 0; k--) {
#pragma omp target exit data map(release: boxes[k].in[0:4])
    }
#pragma omp target exit data map(from: boxes)
    for (int k = 0; k < 5; k++)
        CHECK(boxes[k].before == 50 + k && boxes[k].in == values[k]);
}

/* No clause maps the array: it comes for the region alone, and the structure stays behind it. */
static void implicit(void)
{
    fill();
#pragma omp target enter data map(to: boxes[3].in[0:4])
#pragma omp target
    {
        boxes[4].n = 44;
        boxes[3].in[1] = 77;
    }
    CHECK(boxes[4].n == 44);
    CHECK(!on_device() || !omp_target_is_present(&boxes[4], omp_get_default_device()));
#pragma omp target
    boxes[3].in[2] = 78;
#pragma omp target exit data map(from: boxes[3].in[0:4])
    CHECK(values[3][1] == 77 && values[3][2] == 78 && values[3][0] == 30);
}

/* A pointer leads to the structure that moves. */
static void behind_pointer(void)
{
    fill();
    struct shelf shelf = {1, boxes + 1, {{0}}};
    struct shelf *s = &shelf;
#pragma omp target enter data map(to: s[0:1])
#pragma omp target enter data map(to: s->first->in[0:4])
#pragma omp target enter data map(to: boxes[0:4])
    unsigned sum = 0;
#pragma omp target map(tofrom: sum)
    {
        s->first->in[3] = 90;
        s->first->n = 91;
        s->first[1].before = 92;
        sum = boxes[1].in[3] + (unsigned)boxes[1].n;
    }
    CHECK(sum == 181);
#pragma omp target exit data map(from: boxes[0:4])
#pragma omp target exit data map(from: s->first->in[0:4])
#pragma omp target exit data map(release: s[0:1])
    CHECK(boxes[1].n == 91 && boxes[2].before == 92 && values[1][3] == 90);
    CHECK(boxes[1].in == values[1] && shelf.first == boxes + 1);
}

/* A section of the array that ends within what the structures brought, and an array within a structure. */
static void sections(void)
{
    fill();
#pragma omp target enter data map(to: boxes[2].in[0:4])
#pragma omp target enter data map(to: boxes[4].in[0:4])
#pragma omp target enter data map(to: boxes[1:4])
    unsigned sum = 0;
#pragma omp target map(tofrom: sum)
    sum = (unsigned)boxes[1].n + boxes[2].in[1] + (unsigned)boxes[3].before + boxes[4].in[2];
    CHECK(sum == 4 + 21 + 3 + 42);
#pragma omp target exit data map(release: boxes[1:4])
#pragma omp target exit data map(release: boxes[2].in[0:4])
#pragma omp target exit data map(release: boxes[4].in[0:4])

    struct shelf shelf = {1, boxes, {boxes[0], boxes[1], boxes[2]}};
    struct box *middle = &shelf.own[1];
#pragma omp target enter data map(to: middle->in[0:4])
#pragma omp target enter data map(to: shelf)
#pragma omp target map(tofrom: sum)
    sum += (unsigned)shelf.number + shelf.own[1].in[2] + (unsigned)shelf.own[2].before;
    CHECK(sum == 70 + 1 + 12 + 2);
#pragma omp target exit data map(release: shelf)
#pragma omp target exit data map(delete: middle->in[0:4])
    CHECK(!on_device() || !omp_target_is_present(values[1], omp_get_default_device()));
}

/* Threads of the host at once, each with an array of its own. */
static void at_once(void)
{
    int wrong = 0;
#pragma omp parallel for num_threads(8) reduction(+: wrong)
    for (int t = 0; t < 33; t++) {
        unsigned own[3][2] = {{1, 2}, {3, 4}, {5, 6}}, sum = 0;
        struct box some[3];
        for (int k = 0; k < 3; k++)
            some[k] = (struct box){t, own[k], 2};
#pragma omp target enter data map(to: some[2].in[0:2])
#pragma omp target enter data map(to: some[0].in[0:2])
#pragma omp target enter data map(to: some)
#pragma omp target map(from: sum)
        sum = some[2].in[1] + some[0].in[0] + (unsigned)some[1].before;
        wrong += sum != 7 + (unsigned)t;
#pragma omp target exit data map(release: some)
#pragma omp target exit data map(release: some[2].in[0:2], some[0].in[0:2])
    }
    CHECK(wrong == 0);
}

int main(void)
{
    one(0);
    one(1);
    all();
    implicit();
    behind_pointer();
    sections();
    at_once();
    return test_end();
}
