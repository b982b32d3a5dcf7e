/* Pragmas of compilers that unroll loops, in front of loops of no, of one and of many iterations, with jumps and without
 * braces, in functions and macros, and before loops of constructs. */
#include "../test.h"

#define TIMES 4
#define SAID(text) _Pragma(#text)
#define EACH(i, n) SAID(unroll 8) for (int i = 0; i < (n); i++)

enum { rows = 70, most = 37 };
static int a[rows * most];

#pragma omp declare target
static int digits(int n)
{
    int count = 0;
#pragma clang loop unroll_count(3)
    while (n > 0) {
        n /= 10;
        count++;
    }
    return count;
}
#pragma omp end declare target

static int of_row(const int *row, int n)
{
    int sum = 0;
#pragma unroll
    for (int k = 0; k < n; k++) {
        if (row[k] == 5)
            continue;
        if (row[k] > 900)
            break;
        sum += digits(row[k]);
    }
#pragma unroll TIMES
    for (int k = 0; k < n; k++)
        sum += row[k] % 7;
    EACH(k, n)
        sum ^= row[k];
    if (sum % 2)
#pragma nounroll
        for (int k = 0; k < n; k++)
            sum++;
    else
#pragma unroll(2)
        for (int k = 0; k < n; k++)
            sum -= 2;
    int left = n;
#pragma GCC unroll 1
    do
        sum += left;
    while (--left > 0);
    return sum;
}

int main(void)
{
    for (int i = 0; i < rows * most; i++)
        a[i] = i * 37 % 1000;
    for (int n = 0; n <= most; n += n < 5 ? 1 : 8) {
        int sums[rows];
        long total = 0;
#pragma omp target teams distribute parallel for map(to : a) map(from : sums)
#pragma unroll 2
        for (int i = 0; i < rows; i++) {
            int sum = of_row(a + i * most, n);
#pragma omp unroll partial(3)
            for (int k = 0; k < n; k++)
                sum += a[i * most + k];
            sums[i] = sum;
        }
        for (int i = 0; i < rows; i++)
            total += sums[i];
        CHECK(n == 0 || total != 0);
        printf("%d: %ld\n", n, total);
    }
    return test_end();
}
