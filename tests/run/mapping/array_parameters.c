/* Array parameters are pointers: they need sections, or data that is present. */
#include "../test.h"

static void fill(int a[], int n)
{
    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}

static void add(int a[static 10], int matrix[][4], int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[:10], matrix[:n])
    for (int i = 0; i < n; i++) {
        a[i] += 5;
        matrix[i][3] = a[i];
    }
}

int main(void)
{
    int a[10], m[10][4] = {{0}};
    fill(a, 10);
    add(a, m, 10);
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == i + 5 && m[i][3] == i + 5 && m[i][0] == 0);
    printf("%d %d\n", a[9], m[9][3]);
    return test_end();
}
