/* An array of structs with pointers, attached one after another by enter data. */
#include "../test.h"

struct row {
    int n;
    int *cells;
};

int main(void)
{
    enum { rows = 12 };
    struct row r[rows];
    for (int i = 0; i < rows; i++) {
        r[i].n = i * 3 + 1;
        r[i].cells = malloc((size_t)r[i].n * sizeof(int));
        for (int j = 0; j < r[i].n; j++)
            r[i].cells[j] = i * 100 + j;
    }
    #pragma omp target enter data map(to: r)
    for (int i = 0; i < rows; i++) {
        #pragma omp target enter data map(to: r[i].cells[0:r[i].n])
    }
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < r[i].n; j++)
            r[i].cells[j] = -r[i].cells[j];

    for (int i = 0; i < rows; i++) {
        #pragma omp target exit data map(from: r[i].cells[0:r[i].n])
    }
    #pragma omp target exit data map(release: r)
    long sum = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < r[i].n; j++) {
            CHECK(r[i].cells[j] == -(i * 100 + j));
            sum += r[i].cells[j];
        }
        free(r[i].cells);
    }
    printf("%ld\n", sum);
    return test_end();
}
