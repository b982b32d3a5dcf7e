/* Regions right after case labels and named labels. */
#include "../test.h"

int main(void)
{
    int a[20] = {0};
    for (int k = 0; k < 4; k++)
        switch (k) {
        case 0:
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < 20; i++)
                a[i] += 1;
            break;
        case 1:
            #pragma omp target map(tofrom: a[0:5])
            a[4] += 50;
            /* fall through */
        case 2:
            #pragma omp target
            for (int i = 0; i < 20; i++)
                a[i] *= 2;
            break;
        default:
            goto end;
        }
end:
    #pragma omp target
    a[0] += 7;
    for (int i = 0; i < 20; i++)
        CHECK(a[i] == (i == 4 ? 204 : 4) + (i == 0 ? 7 : 0));
    printf("%d %d\n", a[0], a[4]);
    return test_end();
}
