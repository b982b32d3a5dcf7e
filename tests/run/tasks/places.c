/* Where tasks stand: sections, loops of every schedule, ordered code, several regions of a kernel, functions with
   barriers; and what they capture there: structs, arrays of variable length, members, values handed to workers. */
#include "../test.h"

enum { n = 48 };

struct point {
    int x, y[3];
};

struct list {
    int value;
    struct list *next;
};

#pragma omp declare target
static int file_counter;

static void wait_in_function(int *done, int *wrong, int expected)
{
    int seen;
    #pragma omp task
    {
        #pragma omp atomic
        done[0]++;
    }
    #pragma omp barrier
    #pragma omp atomic read
    seen = done[0];
    if (seen != expected) {
        #pragma omp atomic
        wrong[0]++;
    }
    #pragma omp barrier
}

static void add_to(int *where, const struct point *p)
{
    #pragma omp task firstprivate(where)
    {
        #pragma omp atomic
        *where += p->x + p->y[2];
    }
}

static void through(int *where, int k)
{
    struct point local = {k, {1, 2, 3}};
    add_to(where, &local);
    #pragma omp taskwait
}

static void visit(struct list *at, int *sum)
{
    for (; at; at = at->next) {
        #pragma omp task firstprivate(at)
        {
            #pragma omp atomic
            *sum += at->value;
        }
    }
}
#pragma omp end declare target

static void shapes(int threads, int size)
{
    int a[n] = {0}, sum = 0, wrong = 0, done = 0, order[n], at = 0, squares = 0, counted = 0, ran = 0;
    double matrix[4][4] = {{0}};
    struct point origin = {5, {6, 7, 8}};
    struct list lists[10];
    for (int i = 0; i < 10; i++) {
        lists[i].value = i;
        lists[i].next = 0;
    }
    #pragma omp target map(tofrom: a, sum, wrong, done, order, at, squares, matrix, counted, lists, ran)
    {
        int factor = 3, length = size, per_region[2] = {10, 20};
        file_counter = 0;
        for (int i = 0; i + 1 < 10; i++)
            lists[i].next = &lists[i + 1];
        lists[9].next = 0;
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp single
            ran = omp_get_num_threads();
            struct point p = {omp_get_thread_num(), {1, 2, 3}};
            #pragma omp sections
            {
                #pragma omp section
                {
                    int own = 4;
                    #pragma omp task shared(own)
                    own *= factor;
                    #pragma omp taskwait
                    #pragma omp atomic
                    sum += own;
                }
                #pragma omp section
                #pragma omp task
                {
                    p.x = 100;
                    #pragma omp atomic
                    sum += p.x + p.y[1] + per_region[1];
                }
            }
            if (p.x != omp_get_thread_num()) {
                #pragma omp atomic
                wrong++;
            }
            #pragma omp for schedule(dynamic, 3) nowait
            for (int i = 0; i < n; i++) {
                int twice = 2 * i;
                #pragma omp task firstprivate(factor)
                {
                    factor += twice;
                    a[i] += factor;
                }
            }
            #pragma omp for schedule(guided) reduction(+: squares)
            for (int i = 0; i < n; i++) {
                squares += i;
                #pragma omp task
                {
                    #pragma omp atomic
                    counted += i;
                }
            }
            #pragma omp atomic read
            p.y[0] = counted;
            if (p.y[0] != n * (n - 1) / 2 || squares != n * (n - 1) / 2) {
                #pragma omp atomic
                wrong++;
            }
            #pragma omp for ordered schedule(static, 1)
            for (int i = 0; i < n; i++) {
                #pragma omp ordered
                {
                    order[at++] = i;
                    #pragma omp task
                    {
                        #pragma omp atomic
                        file_counter++;
                    }
                }
            }
            wait_in_function(&done, &wrong, omp_get_num_threads());
            #pragma omp masked
            for (int k = 0; k < 5; k++)
                through(&sum, k);
            #pragma omp single
            visit(lists, &sum);
        }
        factor = 10;
        per_region[0] = file_counter;
        #pragma omp parallel num_threads(threads) firstprivate(factor)
        {
            int count = length;
            double row[count];
            for (int i = 0; i < count; i++)
                row[i] = i;
            #pragma omp single
            {
                struct point copy = origin;
                #pragma omp taskloop collapse(2) shared(copy, row)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        matrix[i][j] = row[(i * 4 + j) % count] + copy.y[0] * factor;
                int last = -1, k;
                #pragma omp taskloop lastprivate(last) grainsize(strict: 5) private(k)
                for (int i = 0; i < 23; i++) {
                    k = i * i;
                    last = k;
                }
                if (last != 22 * 22) {
                    #pragma omp atomic
                    wrong++;
                }
            }
            if (per_region[0] != n) {
                #pragma omp atomic
                wrong++;
            }
        }
    }
    CHECK(wrong == 0);
    CHECK(done == ran);
    CHECK(sum == 12 + 100 + 2 + 20 + (0 + 1 + 2 + 3 + 4) + 5 * 3 + 45);
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 3 + 2 * i);
        CHECK(order[i] == i);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            CHECK(matrix[i][j] == (i * 4 + j) % size + 60);
}

static void teams(void)
{
    int sums[6] = {0};
    #pragma omp target teams num_teams(6) thread_limit(40) map(tofrom: sums)
    {
        int me = omp_get_team_num(), part = 0;
        #pragma omp parallel num_threads(40)
        #pragma omp single
        for (int i = 0; i < 30; i++) {
            #pragma omp task
            {
                #pragma omp atomic
                part += i + me;
            }
        }
        sums[me] = part;
    }
    int ran = 0;
    for (int k = 0; k < 6; k++)
        if (sums[k]) {
            CHECK(sums[k] == 435 + 30 * k);
            ran++;
        }
    CHECK(ran >= 1);
}

int main(void)
{
    shapes(1, 7);
    shapes(6, 3);
    shapes(33, 16);
    shapes(96, 5);
    teams();
    return test_end();
}
