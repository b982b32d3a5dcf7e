/* Microseconds a row to map, update and unmap the rows of a `float **`: one construct a row, whose pointers are
 * attached, and pointers looked up by their bases; with 1,000 to 100,000 rows, then by 16 threads at once. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 17, THREADS = 16 };

static double now;

static double lap(int rows)
{
    double before = now;
    now = omp_get_wtime();
    return (now - before) / rows * 1e6;
}

static float **made(int rows)
{
    float **a = malloc(rows * sizeof *a);
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(LENGTH * sizeof **a);
        for (int j = 0; j < LENGTH; j++)
            a[i][j] = i + j;
    }
    return a;
}

static void freed(float **a, int rows)
{
    for (int i = 0; i < rows; i++)
        free(a[i]);
    free(a);
}

static void one_thread(int rows)
{
    float **a = made(rows);
    lap(rows);
    #pragma omp target enter data map(to: a[0:rows])
    for (int i = 0; i < rows; i++) {
        #pragma omp target enter data map(to: a[i][1:LENGTH - 1])
    }
    double enter = lap(rows);
    for (int i = 0; i < rows; i++) {
        #pragma omp target update from(a[i][1:LENGTH - 1])
    }
    double update = lap(rows);
    int missed = 0;
    for (int i = 0; i < rows; i++) {
        float *row = a[i];
        #pragma omp target data use_device_ptr(row)
        missed += row == a[i];
    }
    double look_up = lap(rows);
    #pragma omp target update to(a[0:rows])
    double pointers = lap(rows);
    for (int i = 0; i < rows; i++) {
        #pragma omp target exit data map(release: a[i][1:LENGTH - 1])
    }
    #pragma omp target exit data map(release: a[0:rows])
    double exit = lap(rows);
    printf("%7d rows: enter %6.2f us, update %6.2f us, base pointer %6.2f us, attached pointer %6.3f us, exit %6.2f us%s\n",
           rows, enter, update, look_up, pointers, exit, missed ? " MISSED" : "");
    freed(a, rows);
}

static void threads(int rows)
{
    float **a = made(rows);
    lap(rows);
    #pragma omp parallel for num_threads(THREADS)
    for (int i = 0; i < rows; i++) {
        float *row = a[i];
        #pragma omp target enter data map(to: row[0:LENGTH])
        #pragma omp target update from(row[0:LENGTH])
        #pragma omp target exit data map(release: row[0:LENGTH])
    }
    printf("%7d rows by %d threads: %6.2f us for enter, update and exit\n", rows, THREADS, lap(rows));
    freed(a, rows);
}

int main(void)
{
    int zero = 0;
    #pragma omp target map(tofrom: zero)
    zero++;
    for (int rows = 1000; rows <= 100000; rows *= 10)
        one_thread(rows);
    for (int rows = 1000; rows <= 100000; rows *= 10)
        threads(rows);
    return 0;
}
