/* Parallel loops in parallel loops: lanes are their threads where nothing asks for them. */
#include "../test.h"

enum { blocks = 12, rows = 20, columns = 96 };
static int a[blocks][rows][columns];
static int sum[blocks][rows];

int main(void)
{
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                a[b][i][j] = b + i * j % 10;

    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(from: sum)
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < rows; i++) {
            int s = b;
            #pragma omp parallel for reduction(+: s)
            for (int j = 0; j < columns; j++) {
                int next = a[b][i][j] + 1;
                s += next;
                a[b][i][j] = next;
            }
            sum[b][i] = s;
        }
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < rows; i++) {
            int s = b;
            for (int j = 0; j < columns; j++) {
                CHECK(a[b][i][j] == b + i * j % 10 + 1);
                s += a[b][i][j];
            }
            CHECK(sum[b][i] == s);
        }

    /* Two collapsed inner loops. */
    #pragma omp target teams distribute parallel for map(tofrom: a) map(from: sum)
    for (int b = 0; b < blocks; b++) {
        int s = 0;
        #pragma omp simd collapse(2) reduction(+: s)
        for (int i = 0; i < rows; i += 3)
            for (int j = columns - 1; j > 0; j -= 2)
                s += a[b][i][j];
        sum[b][0] = s;
    }
    for (int b = 0; b < blocks; b++) {
        int s = 0;
        for (int i = 0; i < rows; i += 3)
            for (int j = columns - 1; j > 0; j -= 2)
                s += a[b][i][j];
        CHECK(sum[b][0] == s);
    }

    /* Who asks for threads gets those of the standard. */
    int wrong = 0;
    #pragma omp target teams distribute parallel for map(tofrom: wrong) map(to: a)
    for (int b = 0; b < blocks; b++) {
        #pragma omp parallel for
        for (int j = 0; j < columns; j++)
            if (omp_get_thread_num() >= omp_get_num_threads() || a[b][0][j] < 0) {
                #pragma omp atomic
                wrong++;
            }
    }
    CHECK(wrong == 0);
    return test_end();
}
