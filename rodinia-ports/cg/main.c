/* CG: the benchmark's random sparse matrix, by its description: the sum of the outer products of sparse random vectors,
   whose weights fall geometrically, with a diagonal added. */
#include "cg.h"

#define CONDITION 0.1

static uint64_t state;

/* The benchmark's random numbers from 0 to 1. */
static double next_number(void)
{
    state = state * 1220703125 & ((UINT64_C(1) << 46) - 1);
    return (double)state / 70368744177664.0;
}

/* A vector of `most` random elements at different places below `rows`, of which element `own` is set to 1/2; returns
   their number, which is `most` + 1 where `own` was not among them. */
static int sparse_vector(int rows, int most, int own, int *place, double *value)
{
    int power = 1, count = 0;
    while (power < rows)
        power *= 2;
    while (count < most) {
        double element = next_number();
        int at = (int)(power * next_number()), known = at >= rows;
        for (int i = 0; i < count && !known; i++)
            known = place[i] == at;
        if (!known) {
            place[count] = at;
            value[count++] = element;
        }
    }
    int at = 0;
    while (at < count && place[at] != own)
        at++;
    place[at] = own;
    value[at] = 0.5;
    return at < count ? count : count + 1;
}

struct rows {
    int *begin, *length, *column;
    double *value;
};

/* Adds to an element of a row, whose columns rise. */
static void add(struct rows *rows, int row, int column, double value)
{
    int first = rows->begin[row], at = first + rows->length[row];
    while (at > first && rows->column[at - 1] >= column)
        at--;
    int end = first + rows->length[row];
    if (at < end && rows->column[at] == column) {
        rows->value[at] += value;
        return;
    }
    memmove(rows->column + at + 1, rows->column + at, (end - at) * sizeof *rows->column);
    memmove(rows->value + at + 1, rows->value + at, (end - at) * sizeof *rows->value);
    rows->column[at] = column;
    rows->value[at] = value;
    rows->length[row]++;
}

/* Moves the rows together and returns the number of elements. */
static int close_gaps(struct rows *rows, int n)
{
    int to = 0;
    for (int row = 0; row < n; row++) {
        int from = rows->begin[row], length = rows->length[row];
        memmove(rows->column + to, rows->column + from, length * sizeof *rows->column);
        memmove(rows->value + to, rows->value + from, length * sizeof *rows->value);
        rows->begin[row] = to;
        to += length;
    }
    rows->begin[n] = to;
    return to;
}

static struct rows make(int n, int most, double shift)
{
    int width = most + 1, *count = port_allocate(n, sizeof *count);
    int *place = port_allocate((size_t)n * width, sizeof *place);
    double *value = port_allocate((size_t)n * width, sizeof *value), weight = 1, ratio = pow(CONDITION, 1.0 / n);
    struct rows rows = {port_allocate(n + 1, sizeof(int)), port_allocate(n, sizeof(int)), NULL, NULL};
    state = 314159265;
    next_number();
    for (int i = 0; i < n; i++) {
        count[i] = sparse_vector(n, most, i, place + (size_t)i * width, value + (size_t)i * width);
        for (int k = 0; k < count[i]; k++)
            rows.begin[place[(size_t)i * width + k] + 1] += count[i];
    }
    for (int i = 0; i < n; i++)
        rows.begin[i + 1] += rows.begin[i];
    rows.column = port_allocate(rows.begin[n], sizeof *rows.column);
    rows.value = port_allocate(rows.begin[n], sizeof *rows.value);
    for (int i = 0; i < n; i++, weight *= ratio) {
        const int *at = place + (size_t)i * width;
        const double *v = value + (size_t)i * width;
        for (int k = 0; k < count[i]; k++)
            for (int l = 0; l < count[i]; l++)
                add(&rows, at[k], at[l], weight * v[k] * v[l] + (at[k] == i && at[l] == i ? CONDITION - shift : 0));
    }
    free(count);
    free(place);
    free(value);
    return rows;
}

/* The matrix, made or as an earlier run has kept it. */
static struct rows matrix(int n, int most, double shift)
{
    struct port_array kept[3];
    if (port_take_input(kept, 3))
        return (struct rows){kept[0].data, NULL, kept[1].data, kept[2].data};
    struct rows rows = make(n, most, shift);
    size_t elements = close_gaps(&rows, n);
    kept[0] = (struct port_array){rows.begin, (n + 1) * sizeof *rows.begin};
    kept[1] = (struct port_array){rows.column, elements * sizeof *rows.column};
    kept[2] = (struct port_array){rows.value, elements * sizeof *rows.value};
    port_keep_input(kept, 3);
    return rows;
}

int main(int argc, char **argv)
{
    static const int sizes[] = {61, 1400, 150000}, nonzeros[] = {5, 7, 15}, outer[] = {2, 15, 10};
    static const int inner[] = {4, 25, 25}, shifts[] = {10, 10, 110};
    struct port_arguments a = port_arguments(argc, argv);
    int n = sizes[a.size];
    struct rows rows = matrix(n, nonzeros[a.size], shifts[a.size]);
    int elements = rows.begin[n];
    struct problem problem = {{n, rows.begin, rows.column, rows.value}, outer[a.size], inner[a.size], shifts[a.size]};
    double *x = port_allocate(n, sizeof *x), *zeta = port_allocate(problem.outer, sizeof *zeta);

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&problem, zeta, x);
    /* A product reads the matrix, and a vector, and writes one; a step's other loops touch nine vectors. */
    double steps = (double)problem.outer * problem.inner;
    port_report((port_seconds() - start) / a.repeat, a.repeat, steps * (2.0 * elements + 10.0 * n),
                steps * (12.0 * elements + (4 + 11 * 8.0) * n));
    port_write("zeta.f64", zeta, problem.outer, sizeof *zeta);
    port_write("x.f64", x, n, sizeof *x);
    free(rows.begin);
    free(rows.length);
    free(rows.column);
    free(rows.value);
    free(x);
    free(zeta);
    return 0;
}
