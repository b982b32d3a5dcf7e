/* do/while, for without parts, comma expressions, conditional chains. */
#include "../test.h"

static unsigned gcd(unsigned a, unsigned b)
{
    do {
        unsigned t = b ? a % b : 0;
        a = b ? b : a;
        b = t;
    } while (b);
    return a;
}

static int digits(int x)
{
    int n = 0;
    for (;;) {
        n++;
        if (!(x /= 10))
            break;
    }
    return n;
}

int main(void)
{
    enum { n = 100 };
    int a[n];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++) {
        int lo, hi, sum = 0;
        for (lo = 0, hi = i; lo < hi; lo++, hi--)
            sum += hi - lo;
        int kind = i % 15 == 0 ? 15 : i % 5 == 0 ? 5 : i % 3 == 0 ? 3 : (sum++, 1);
        while (sum > 1000)
            sum -= 999;
        a[i] = sum + kind * 1000 + (int)gcd((unsigned)i, 84) + digits(i * i);
    }
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int lo = 0, hi = i; lo < hi; lo++, hi--)
            sum += hi - lo;
        int kind = i % 15 == 0 ? 15 : i % 5 == 0 ? 5 : i % 3 == 0 ? 3 : (sum++, 1);
        while (sum > 1000)
            sum -= 999;
        CHECK(a[i] == sum + kind * 1000 + (int)gcd((unsigned)i, 84) + digits(i * i));
    }
    printf("%d %d\n", a[84], a[99]);
    return test_end();
}
