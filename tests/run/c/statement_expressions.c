/* Statement expressions and typeof, as GNU C has them. */
#include "../test.h"

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

int main(void)
{
    enum { n = 40 };
    int a[n];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++) {
        int k = i;
        a[i] = MAX(k++, 20) + ({
                   int sum = 0;
                   for (int j = 0; j < 4; j++)
                       sum += j * k;
                   sum;
               });
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i > 20 ? i : 20) + 6 * (i + 1));
    printf("%d\n", a[n - 1]);
    return test_end();
}
