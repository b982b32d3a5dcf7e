// host: skip (the host has no device to associate with)
/* Memory of a structure that was reached through becomes something else, with which host code associates memory of the
   device (5.2, 18.8.9). */
#include "../test.h"

#define N 10

struct vec { long n; double *x; };

static union {
    struct vec v[3];
    long words[6];
} memory;

static double *in_memory(int which)
{
    struct vec *v = &memory.v[which];
    v->n = N, v->x = calloc(N, sizeof(double));
    double *x = v->x;
#pragma omp target enter data map(to: v->x[0:N])
    return x;
}

static void leave(double *x)
{
#pragma omp target exit data map(from: x[0:N])
    free(x);
}

int main(void)
{
    int d = omp_get_default_device();
    if (!on_device())
        return test_end();
    for (int round = 0; round < 3; round++) {
        double *x = in_memory(1);
        long *words = memory.words, *there = omp_target_alloc(sizeof memory, d);
        CHECK(omp_target_associate_ptr(words, there, sizeof memory, 0, d) == 0);
        CHECK(omp_target_is_present(words, d) && omp_get_mapped_ptr(words + 2, d) == there + 2);
#pragma omp target map(words[0:6])
        for (int i = 0; i < 6; i++)
            words[i] = i;
#pragma omp target update from(words[0:6])
        for (int i = 0; i < 6; i++)
            CHECK(words[i] == i);
        CHECK(omp_target_associate_ptr(words, there, sizeof memory / 2, 0, d) != 0);
        CHECK(omp_target_disassociate_ptr(words, d) == 0);
        leave(x);
        // Of two structures in one piece of memory the first one.
        double *y = in_memory(0), *z = in_memory(2);
        CHECK(omp_target_associate_ptr(words, there, 2 * sizeof(long), 0, d) == 0);
#pragma omp target map(words[0:2])
        words[0] = words[1] = 7;
#pragma omp target update from(words[0:2])
        CHECK(words[0] == 7 && words[1] == 7);
        CHECK(omp_target_disassociate_ptr(words, d) == 0);
        struct vec *v = &memory.v[2];
#pragma omp target map(v->x[0:N])
        v->x[0] = v->n;
        leave(y);
#pragma omp target exit data map(from: v->x[0:N])
        CHECK(z[0] == N);
        free(z);
        // What a list item has mapped is not associated.
#pragma omp target enter data map(to: words[0:2])
        CHECK(omp_target_associate_ptr(words, there, sizeof memory, 0, d) != 0);
#pragma omp target exit data map(release: words[0:2])
        omp_target_free(there, d);
    }
    return test_end();
}
