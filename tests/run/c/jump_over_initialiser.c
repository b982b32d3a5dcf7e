/* C lets goto and case labels pass an initialised declaration. */
#include "../test.h"

static int classify(int k)
{
    int result = 0;
    if (k < 0)
        goto out;
    int twice = 2 * k;
    result = twice + 1;
out:
    switch (k) {
        int scratch = 5;
    case 0:
        scratch = 10;
        result += scratch;
        break;
    case 1: {
        int inner = 20;
        result += inner;
    }
    default:
        scratch = k;
        result += scratch * 100;
    }
    return result;
}

int main(void)
{
    int a[12];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 12; i++)
        a[i] = classify(i - 2);
    for (int i = 0; i < 12; i++) {
        printf("%d ", a[i]);
        CHECK(a[i] == classify(i - 2));
    }
    puts("");
    return test_end();
}
