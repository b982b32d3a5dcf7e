// host: skip (gcc 12 knows neither mappers nor present)
/* A list item of which only a part is present is not present: at the end of its data environment nothing happens to
   the part (OpenMP 5.2, 5.8.3), be it that `target exit data` names more than is mapped, or that `delete` took a
   part of the block's away and mapped less again. */
#include "../test.h"

#define N 100

static int a[N];

struct box {
    int n;
    int *in;
};

#pragma omp declare mapper(struct box b) map(to: b.n, b.in) map(tofrom: b.in[0:b.n])

static int there(const void *at)
{
    return omp_target_is_present(at, omp_get_default_device()) || !on_device();
}

static void larger_leaves(int first, int n)
{
    #pragma omp target enter data map(to: a[40:20])
    #pragma omp target exit data map(release: a[first:n])
    #pragma omp target exit data map(delete: a[first:n])
    CHECK(there(&a[40]) && there(&a[59]));
    #pragma omp target map(present, alloc: a[40:20])
    for (int i = 40; i < 60; i++)
        a[i] += 1000;
    #pragma omp target exit data map(from: a[40:20])
    if (on_device())
        CHECK(!omp_target_is_present(&a[45], omp_get_default_device()));
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == (i < 40 || i >= 60 ? i : i + 1000));
        a[i] = i;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    larger_leaves(0, N);
    larger_leaves(30, 20);
    larger_leaves(50, 30);
    larger_leaves(40, 21);
    larger_leaves(39, 21);

    #pragma omp target data map(to: a)
    {
        #pragma omp target exit data map(delete: a)
        #pragma omp target enter data map(to: a[10:5])
    }
    CHECK(there(&a[10]) && there(&a[14]));
    #pragma omp target map(alloc: a[10:5])
    a[12] = -12;
    #pragma omp target exit data map(from: a[10:5])
    CHECK(a[12] == -12 && a[11] == 11);

    /* A mapper maps each structure of an array by itself: that which is there leaves, the others are not there. */
    int values[3][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
    struct box boxes[3] = {{4, values[0]}, {4, values[1]}, {4, values[2]}};
    #pragma omp target enter data map(to: boxes[1:1])
    #pragma omp target map(alloc: boxes[1:1])
    boxes[1].in[2] += boxes[1].n;
    #pragma omp target exit data map(from: boxes[0:3])
    if (on_device()) {
        CHECK(!omp_target_is_present(&boxes[1].n, omp_get_default_device()));
        CHECK(!omp_target_is_present(values[1], omp_get_default_device()));
    }
    CHECK(values[1][2] == 16 && values[0][2] == 2 && values[2][2] == 22 && boxes[1].in == values[1]);
    return test_end();
}
