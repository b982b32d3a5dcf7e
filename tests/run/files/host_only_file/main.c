/* A program with a file that has no device code at all. */
#include "../../test.h"

int count_letters(const char *text);

int main(void)
{
    int a[12], n = count_letters("twelve chars");
    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i * n;
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 12 * i);
    printf("%d\n", a[11]);
    return test_end();
}
