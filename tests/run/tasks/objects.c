/* Dependence objects: kept, changed, copied by address into functions, destroyed; with dependences beside them. */
#include "../test.h"

enum { n = 20 };

struct node {
    int value;
    omp_depend_t ready;
};

#pragma omp declare target
static void produce(int *at, omp_depend_t *object, int value)
{
    #pragma omp task depend(depobj: *object) firstprivate(at, value)
    *at = value;
}

static void set(omp_depend_t *object, int *at)
{
    #pragma omp depobj(*object) depend(out: *at)
}
#pragma omp end declare target

static void objects(int threads)
{
    int x = 0, y = 0, bad = 0, v[n] = {0}, w[n] = {0}, order[n], at = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: x, y, bad, v, w, order, at)
    #pragma omp single
    {
        omp_depend_t d, q, each[n];
        #pragma omp depobj(d) depend(out: x)
        #pragma omp task depend(depobj: d)
        x = 5;
        #pragma omp depobj(d) update(in)
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(depobj: d) depend(out: v[i])
            {
                if (x != 5) {
                    #pragma omp atomic
                    bad++;
                }
                v[i] = x * i;
            }
        }
        #pragma omp depobj(q) depend(mutexinoutset: y)
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(depobj: q) depend(in: v[i])
            y += v[i];
        }
        #pragma omp task depend(iterator(k = 0 : n), inout: v[k]) depend(in: y) depend(out: x)
        x = y;
        #pragma omp taskwait depend(in: x)
        if (x != 5 * n * (n - 1) / 2)
            bad += 1000;
        #pragma omp depobj(q) update(inout)
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(depobj: q)
            order[at++] = i;
        }
        // Several in one clause, and an array of them.
        for (int i = 0; i < n; i++) {
            #pragma omp depobj(each[i]) depend(inout: w[i])
            produce(&w[i], &each[i], i);
        }
        for (int i = 1; i < n; i++) {
            #pragma omp depobj(each[i]) update(inout)
            #pragma omp depobj(each[i - 1]) update(in)
            omp_depend_t *now = &each[i], *before = &each[i - 1];
            #pragma omp task depend(depobj: *now) depend(depobj: *before)
            w[i] += w[i - 1];
        }
        #pragma omp taskwait
        for (int i = 0; i < n; i++) {
            #pragma omp depobj(each[i]) destroy
        }
        #pragma omp depobj(d) destroy
        #pragma omp depobj(q) destroy
    }
    CHECK(bad == 0);
    for (int i = 0; i < n; i++) {
        CHECK(order[i] == i);
        CHECK(w[i] == i * (i + 1) / 2);
    }
}

/* Objects in memory of the device, set by one task and used by its siblings; in a kernel with a sequential part. */
static void nodes(int threads)
{
    struct node *all = malloc(n * sizeof *all);
    int sum = 0;
    #pragma omp target map(tofrom: sum) map(from: all[0:n])
    {
        for (int i = 0; i < n; i++)
            all[i].value = 0;
        #pragma omp parallel num_threads(threads)
        #pragma omp masked
        {
            for (int i = 0; i < n; i++) {
                set(&all[i].ready, &all[i].value);
                produce(&all[i].value, &all[i].ready, i);
                #pragma omp depobj(all[i].ready) update(in)
            }
            for (int i = 0; i < n; i++) {
                #pragma omp task depend(depobj: all[i].ready) depend(inout: sum)
                sum += all[i].value;
            }
            #pragma omp taskwait
            for (int i = 0; i < n; i++) {
                #pragma omp depobj(all[i].ready) destroy
            }
        }
    }
    CHECK(sum == n * (n - 1) / 2);
    for (int i = 0; i < n; i++)
        CHECK(all[i].value == i);
    free(all);
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++) {
        objects(threads[k]);
        nodes(threads[k]);
    }
    return test_end();
}
