/* shared: threads see one variable. Different elements, and one writer. */
#include "../test.h"

int main(void)
{
    int a[200], flag = 0, n = 200;

    #pragma omp target teams distribute parallel for default(shared) shared(a, flag) map(from: a) map(tofrom: flag)
    for (int i = 0; i < n; i++) {
        a[i] = i;
        if (i == 150)
            flag = 1;
    }
    CHECK(flag == 1);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i);
    return test_end();
}
