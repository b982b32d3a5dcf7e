// host: skip (gcc 12 knows neither mappers nor iterators of `map`)
/* Iterators in the clauses of a mapper (OpenMP 5.2, 3.2.6 and 5.8.8). */
#include "../test.h"

typedef struct {
    int n;
    int **rows;
} matrix;
typedef struct {
    int count;
    matrix *of;
    double *at[4];
} set;

#pragma omp declare mapper(matrix m) map(m.n, m.rows, m.rows[0:m.n]) map(iterator(int i = 0:m.n): m.rows[i][0:3])
#pragma omp declare mapper(parts: set s) map(s.count) map(iterator(i = 1:4:2), tofrom: s.at[i][0:s.count])

static matrix make(int n)
{
    matrix m = {n, malloc(n * sizeof(int *) + 1)};
    for (int i = 0; i < n; i++) {
        m.rows[i] = malloc(3 * sizeof(int));
        for (int j = 0; j < 3; j++)
            m.rows[i][j] = i * j;
    }
    return m;
}

static int is(matrix m, int more)
{
    for (int i = 0; i < m.n; i++)
        for (int j = 0; j < 3; j++)
            if (m.rows[i][j] != i * j + more)
                return 0;
    return 1;
}

int main(void)
{
    for (int n = 0; n < 80; n = n * 3 + 1) {
        matrix m = make(n);
        int i = 7;
        #pragma omp target map(tofrom: m) firstprivate(i)
        for (int k = 0; k < m.n; k++)
            for (int j = 0; j < 3; j++)
                m.rows[k][j] += i - 2;
        CHECK(is(m, 5));
    }
    matrix few[3] = {make(2), make(0), make(5)};
    #pragma omp target teams distribute parallel for map(tofrom: few)
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < few[k].n; i++)
            for (int j = 0; j < 3; j++)
                few[k].rows[i][j] += k;
    matrix many[30];
    for (int k = 0; k < 30; k++)
        many[k] = make(k % 4);
    #pragma omp target teams distribute parallel for map(tofrom: many)
    for (int k = 0; k < 30; k++)
        for (int i = 0; i < many[k].n; i++)
            for (int j = 0; j < 3; j++)
                many[k].rows[i][j] += k;
    for (int k = 0; k < 30; k++)
        CHECK(is(many[k], k) && (k >= 3 || is(few[k], k)));
    /* It is the mapper of a member's type, too, and goes with data directives. */
    matrix alone = make(4);
    #pragma omp target enter data map(to: alone)
    #pragma omp target
    for (int i = 0; i < 4; i++)
        alone.rows[i][1] = 77;
    #pragma omp target update from(alone.rows[2][0:3])
    if (on_device())
        CHECK(alone.rows[1][1] == 1);
    CHECK(alone.rows[2][1] == 77);
    #pragma omp target exit data map(from: alone)
    CHECK(alone.rows[0][1] == 77 && alone.rows[3][1] == 77);
    set s = {5, 0, {0}};
    for (int i = 0; i < 4; i++)
        s.at[i] = calloc(5, sizeof(double));
    #pragma omp target map(mapper(parts), tofrom: s)
    for (int i = 1; i < 4; i += 2)
        for (int j = 0; j < s.count; j++)
            s.at[i][j] = i + j;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            CHECK(s.at[i][j] == (i % 2 ? i + j : 0));
    return test_end();
}
