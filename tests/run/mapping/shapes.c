// host: skip
/* The array-shaping operator in motion and depend clauses (5.2, 3.2.4): a pointer to elements, taken as an array. */
#include "../test.h"

struct grid {
    int rows, columns;
    double *cells;
};

static int doubled(int n)
{
    return 2 * n;
}

static void check(int rows, int columns)
{
    int n = rows * columns;
    double *a = malloc(sizeof(double) * n);
    struct grid g = { rows, columns, malloc(sizeof(double) * n) }, *p = &g;
    int *pieces[2] = { malloc(sizeof(int) * n), malloc(sizeof(int) * n) };

    for (int i = 0; i < n; i++) {
        a[i] = g.cells[i] = i;
        pieces[0][i] = pieces[1][i] = i;
    }
    #pragma omp target data map(to: a[0:n], pieces, pieces[1][0:n]) map(to: p->cells[0:n])
    {
        #pragma omp target teams distribute parallel for map(to: p->cells[0:n])
        for (int i = 0; i < n; i++) {
            a[i] *= -1;
            p->cells[i] += 100;
            pieces[1][i] += 7;
        }
        // A block, a row by its number, every second row's every third element, one element, a whole array.
        #pragma omp target update from((([rows][columns])a)[1:2][2:columns - 3])
        #pragma omp target update from( ( ([ rows ][columns]) a )[3][0:columns] )
        #pragma omp target update from((([doubled(rows) / 2][columns])p->cells)[0:2:2][0:2:3])
        #pragma omp target update from((([rows][columns])(p->cells))[3][1])
        #pragma omp target update from(([rows][columns])pieces[1])
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int at = i * columns + j;
            int block = (i == 1 || i == 2) && j >= 2 && j < columns - 1;
            int some = (i == 0 || i == 2) && (j == 0 || j == 3);
            if (!on_device())
                continue;
            CHECK(a[at] == (block || i == 3 ? -at : at));
            CHECK(g.cells[at] == at + (some || i == 3 && j == 1 ? 100 : 0));
            CHECK(pieces[0][at] == at && pieces[1][at] == at + 7);
        }
    free(a);
    free(g.cells);
    free(pieces[0]);
    free(pieces[1]);
}

static void ordered_by_shapes(int n)
{
    int *a = malloc(sizeof(int) * n), last = 0;

    #pragma omp target nowait map(from: a[0:n]) depend(out: ([n])a)
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma omp target nowait map(to: a[0:n]) map(from: last) depend(in: ([n])a) depend(out: last)
    last = a[n - 1];
    #pragma omp task depend(in: last) depend(inout: ([n / 2][2])a) shared(last)
    last++;
    #pragma omp taskwait
    CHECK(last == n);
    free(a);
}

// Tasks of the host, whose compiler does not know shapes.
static void on_host(int *a, int n)
{
    #pragma omp parallel num_threads(4)
    #pragma omp single
    for (int k = 0; k < 20; k++) {
        #pragma omp task depend(inout: ([n / 2][2])a) affinity(([n])a)
        a[k % n]++;
    }
    #pragma omp target map(tofrom: a[0:n])
    a[0]++;
}

int main(void)
{
    check(4, 5);
    check(7, 12);
    ordered_by_shapes(8);
    int counts[10] = { 0 };
    on_host(counts, 10);
    for (int i = 0; i < 10; i++)
        CHECK(counts[i] == 2 + (i == 0));
    return test_end();
}
