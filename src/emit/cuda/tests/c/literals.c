/* Constants as the user wrote them. */
#include <stdio.h>
#include <limits.h>
#include <float.h>
#include <math.h>
#pragma omp begin declare target
static int fn(int c) { return c; }
void test(void)
{
    printf("%d %d %d %u %ld %lld\n", 0x10, 010, 0b11, 10u, 5L, 6ll);
    printf("%d %d %d %d %d\n", 'a', '\n', '\xff', '\377', '\'');
    printf("%d %d %d\n", 'ab', (int)sizeof('a'), fn('z'));
    printf("%d %d %d\n", L'a', u'b', (int)sizeof(L'a'));
    printf("%g %g %g %g %g\n", 1e-3f, .5, 1., 0x1p-3, 1e10F);
    printf("%d %d %u %ld %lu\n", INT_MIN, INT_MAX, UINT_MAX, LONG_MIN, ULONG_MAX);
    printf("%g %g %d %d\n", FLT_MAX, DBL_EPSILON, CHAR_MIN, SCHAR_MAX);
    printf("%s|%s|%d\n", "tab\there \"q\" \\ \101\x42", "a" "b\x1" "2", (int)sizeof("abc" "d"));
    printf("%g %g %d %d\n", INFINITY, -INFINITY, isnan(NAN), HUGE_VAL > 1);
    printf("%d %d\n", - -5, -(-5));
    printf("%d %d\n", 1 ? 'a' : 'b', 'a' < 'b');
    printf("%u %d\n", 0xffffffff, 0xffffffff > 0);
    printf("%ld %lu\n", 2147483648, 0xffffffffffffffff);
    printf("%c%c%c\n", "xyz"[1], *"abc", 2["xyz"]);
}
#pragma omp end declare target
