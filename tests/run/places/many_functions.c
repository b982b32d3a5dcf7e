/* Forty functions with a region each. */
#include "../test.h"

#define ONE(k) \
    static void f##k(int *a) \
    { \
        _Pragma("omp target teams distribute parallel for map(tofrom: a[0:32])") \
        for (int i = 0; i < 32; i++) \
            a[i] += i * k; \
    }
#define TEN(k) ONE(k##0) ONE(k##1) ONE(k##2) ONE(k##3) ONE(k##4) ONE(k##5) ONE(k##6) ONE(k##7) ONE(k##8) ONE(k##9)
#define CALL(k) f##k(a);
#define CALL_TEN(k) \
    CALL(k##0) CALL(k##1) CALL(k##2) CALL(k##3) CALL(k##4) CALL(k##5) CALL(k##6) CALL(k##7) CALL(k##8) CALL(k##9)

TEN(1) TEN(2) TEN(3) TEN(4)

int main(void)
{
    int a[32] = {0};
    CALL_TEN(1) CALL_TEN(2) CALL_TEN(3) CALL_TEN(4)
    int sum = 0;
    for (int k = 10; k < 50; k++)
        sum += k;
    for (int i = 0; i < 32; i++)
        CHECK(a[i] == i * sum);
    printf("%d\n", a[31]);
    return test_end();
}
