/* Library functions compute in the types that C gives them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#pragma omp begin declare target
static int half(int i) { assert(i >= 0 && "not negative"); return i / 2; }
static double root(int i) { return sqrt(i); }
void test(void)
{
    float f = 2.0f, g = 3;
    double d = 10;
    int i = 7, e, q;
    long l = -9;
    char buf[20] = "hello", *p;
    printf("%.17g %.17g %.17g\n", sqrt(f), sin(f), pow(f, 2));
    printf("%.17g %.17g %.17g\n", pow(2, i), fabs(f - g), exp(1));
    printf("%.9g %.9g %.9g %.17g\n", sqrtf(d), sinf(f), fmaxf(f, g), fmax(f, d));
    printf("%d %ld %d %g\n", abs(-3.7), labs(l), abs(l), fabs(-3));
    printf("%.17g %.17g %.17g\n", atan2(f, 3), fmod(i, 3), floor(f / g));
    printf("%.17g %d %.17g\n", frexp(d, &e), e, ldexp(f, 3));
    double whole; double part = modf(3.75, &whole);
    printf("%g %g %ld %lld %g\n", part, whole, lround(2.5), llround(f), remquo(d, 3, &q));
    printf("%d %d %d %d %d\n", isnan(f), isinf(1 / 0.0), !!isinf(-1 / 0.0f), isfinite(d), !!signbit(-0.0));
    printf("%d %d %d %d\n", isnormal(f), isgreater(d, f), isunordered(d, NAN), fpclassify(0.0) == FP_ZERO);
    printf("%d %zu %d %d\n", memcmp("abc", "abd", 3) < 0, strlen(buf), strcmp("a", "b") < 0, strncmp("abc", "abx", 2));
    memcpy(buf, "world", 6); memset(buf + 5, '!', 2); buf[7] = 0;
    p = strchr(buf, 'r');
    printf("%s %s %d\n", buf, p, (int)(p - buf));
    memmove(buf + 1, buf, 4); strcat(buf, "?"); strcpy(buf + 10, "x");
    printf("%s %s\n", buf, buf + 10);
    printf("%d %d %d %d\n", half(5), __builtin_popcount(255), __builtin_clz(1), __builtin_ctz(8));
    puts("done"); putchar('x'); putchar('\n');
    printf("%.17g %g %g\n", root(3), hypot(3, 4), cbrt(27));
    printf("%.9g %.17g %d\n", fabsf(-2), round(2.5f), (int)ceil(f));
    double *m = calloc(3, sizeof(double)); m[1] = 3; printf("%g\n", m[0] + m[1]); free(m);
    double (*fn)(double) = 0; printf("%d\n", fn == 0);
    if (d < 0) abort();
}
#pragma omp end declare target
