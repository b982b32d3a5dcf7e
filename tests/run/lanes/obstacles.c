/* What keeps a loop on its threads: each of these would be wrong on lanes. */
#include "../test.h"

enum { rows = 64, columns = 80 };
static int a[rows][columns];
static int out[rows];

#pragma omp declare target
static void set(int *at, int value) { *at = value; }
#pragma omp end declare target

int main(void)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = i + j;

    /* A variable around the inner loop that its iterations change. */
    #pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int i = 0; i < rows; i++) {
        int temp = 0, last = 0;
        #pragma omp simd lastprivate(last)
        for (int j = 0; j < columns; j++)
            last = a[i][j];
        #pragma omp simd private(temp)
        for (int j = 0; j < columns; j++)
            temp = a[i][j];
        out[i] = last + temp;
    }
    for (int i = 0; i < rows; i++)
        CHECK(out[i] == a[i][columns - 1]);

    /* Dependences at a distance. */
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < rows; i++) {
        #pragma omp simd safelen(4)
        for (int j = 4; j < columns; j++)
            a[i][j] = a[i][j - 4] + 1;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            CHECK(a[i][j] == i + j % 4 + j / 4);

    /* Where the iteration variable ends. */
    #pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int i = 0; i < rows; i++) {
        int j, s = 0;
        #pragma omp simd reduction(+: s)
        for (j = 0; j < columns; j++)
            s += a[i][j];
        out[i] = s + j;
    }
    for (int i = 0; i < rows; i++) {
        int s = columns;
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        CHECK(out[i] == s);
    }

    /* The address of a variable; an array of the iteration that the inner loop fills. */
    #pragma omp target teams distribute parallel for map(to: a) map(from: out)
    for (int i = 0; i < rows; i++) {
        int base, all[columns];
        set(&base, i);
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            all[j] = a[i][j] + base;
        out[i] = all[0] + all[columns / 2] + all[columns - 1];
    }
    for (int i = 0; i < rows; i++)
        CHECK(out[i] == a[i][0] + a[i][columns / 2] + a[i][columns - 1] + 3 * i);

    /* What a thread counts from one iteration to the next. */
    int counted = 0;
    #pragma omp target parallel map(to: a) map(from: out) map(tofrom: counted)
    {
        int mine = 0;
        #pragma omp for
        for (int i = 0; i < rows; i++) {
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < columns; j++)
                s += a[i][j];
            out[i] = s;
            mine++;
        }
        #pragma omp atomic
        counted += mine;
    }
    CHECK(counted == rows);

    /* What comes back from an atomic operation is one thread's. */
    static int order[rows];
    int next = 0;
    #pragma omp target teams distribute parallel for map(tofrom: a, next) map(from: order)
    for (int i = 0; i < rows; i++) {
        int ticket;
        #pragma omp atomic capture
        ticket = next++;
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            a[i][j] = ticket;
        order[i] = ticket;
    }
    CHECK(next == rows);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            CHECK(a[i][j] == order[i]);

    /* Iterations that read what later ones write: vectors keep the order of the text. */
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            a[i][j] = i + j * j;
        int *row = a[i], distance = 3;
        #pragma omp simd
        for (int j = 0; j < columns - 1; j++)
            row[j] = row[j + 1] - 1;
        #pragma omp simd
        for (int j = 0; j < columns - 4; j++)
            row[j] = row[j + distance];
    }
    for (int i = 0; i < rows; i++) {
        int c[columns];
        for (int j = 0; j < columns; j++)
            c[j] = i + j * j;
        for (int j = 0; j < columns - 1; j++)
            c[j] = c[j + 1] - 1;
        for (int j = 0; j < columns - 4; j++)
            c[j] = c[j + 3];
        for (int j = 0; j < columns; j++)
            CHECK(a[i][j] == c[j]);
    }
    return test_end();
}
