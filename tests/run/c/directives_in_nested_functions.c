// Directives in nested functions of GNU C that name what surrounds these are translated, those of the host are the
// host's, and what is declared there says nothing of regions elsewhere.
#include "../test.h"

#pragma omp declare reduction(joined: int: omp_out += omp_in)

int main(void)
{
    int n = 10, a[10] = { 0 }, b[10] = { 0 }, sum = 0, product = 1;
    void put(void) {
        #pragma omp target update to(a[0:10])
    }
    void get(int from) {
        int last = 10 - from;
        if (last > 0) {
            #pragma omp target update from(a[0:10])
        }
    }
    void fill(int *b) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) b[i] = i;
    }
    int multiplied(void) {
        #pragma omp declare reduction(joined: int: omp_out *= omp_in) initializer(omp_priv = 1)
        #pragma omp parallel for reduction(joined: product)
        for (int i = 1; i <= 5; i++) product *= i;
        return product;
    }
    for (int i = 1; i < n; i++) b[i] = b[i - 1] + 1;
    CHECK(b[9] == 9);
    #pragma omp target enter data map(to: a)
    for (int i = 0; i < n; i++) a[i] = i;
    put();
    #pragma omp target
    for (int i = 0; i < 10; i++) a[i] += 100;
    get(0);
    #pragma omp target exit data map(delete: a)
    CHECK(a[0] == 100 && a[9] == 109);
    fill(b);
    #pragma omp target teams distribute parallel for reduction(joined: sum) map(to: b)
    for (int i = 0; i < 10; i++) sum += b[i];
    CHECK(sum == 45);
    CHECK(multiplied() == 120);
    return test_end();
}
