/* All conversions of printf that a device has, also those that CUDA's does not know: what is printed is compared with
 * the host's. One thread prints; the lines of a kernel come in its order. */
#include "../test.h"
#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#pragma omp declare target
static const char *const formats[] = {"%d|%5.2f\n", "%-*d|%.*f\n"};
static void say(const char *format, int a, double b) { printf(format, a, b); }
#pragma omp end declare target

int main(void)
{
    int w = 8, p = 3, r = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
#pragma omp target map(tofrom : r, w, p)
    {
        printf("%d %s %c %5.2f %lx %%\n", 5, "ab", 99, 2.5, 255ul);
        printf("plain 100%%\n");
        printf("%hhd %hhu %hhx %hd %hu %hx\n", 300, 300, -1, 70000, 70000, -1);
        printf("%zu %zd %jd %ju %td\n", sizeof(int), (ptrdiff_t)-3, (intmax_t)-4, (uintmax_t)5, (ptrdiff_t)6);
        printf("%lld %llu %llx %ld %lu\n", 1ll << 40, 1ull << 63, ~0ull, -5L, 5UL);
        printf("%" PRId64 " %" PRIu8 " %" PRIx16 "\n", (int64_t)-7, (uint8_t)200, (uint16_t)65535);
        printf("%*d|%-*d|%.*f|%*.*e\n", w, 3, w, 4, p, 2.0, 2 * w, p, 12345.678);
        printf("%*d|%.*d|%0*d|\n", -6, 3, 4, 5, 7, 42);
        printf("%*s|%.*s|%-*.*s|\n", w, "right", p, "abcdef", w, p, "left-hand");
        printf("%*c%-*c|%c%c\n", 3, 'a', 3, 'b', 'c', 'd');
        printf("%.*f %*d\n", -1, 1.5, 0, 9);
        printf("%x %X %o %#x %#o %+d % d %05d %-5d| %i\n", 255, 255, 8, 16, 8, 5, 5, 42, 42, -3);
        printf("%g %e %f %a %G %E %A %.0f %#.0f\n", 0.1, 1e10, 1.0f, 1.0, 1e-10, 2.5, 0.5, 2.5, 3.0);
        printf("%F %F %5F|%-7F|%+F\n", 1.5, (double)INFINITY, -(double)INFINITY, (double)INFINITY, 2.0);
        printf("%.3s|%10s|%-4s|\n", "abcdef", "r", "l");
        printf("%hhi%%%zx\n", 127 + w, (size_t)w);
        printf("%p\n" + 3);
        printf(&"xx%d\n"[2], 12);
        say("%d %.1f\n", 3, 4.5);
        say(formats[0], -3, 4.5);
        printf(formats[1], w, 5, p, 6.0);
        printf(w > 3 ? "%zu %c%%\n" : "no", (size_t)w, 'x');
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
               16);
        printf("tab\there \"quoted\" back\\slash \x41 \303\244 '%hd'\n", 7);
        float f = 0.5f;
        char c = 'q';
        short h = -2;
        _Bool b = w;
        printf("%*f %*c %*hd %*d\n", w, f, w, c, w, h, w, b);
        r = printf("six..\n");
        if (printf("a%cc%%\n", 'b') != 5)
            r = 0;
        w &&printf("%d\n", w);
        w ? (void)printf("%d\n", p) : (void)0;
        printf("%s\n", (char *)"s"), r++;
    }
    CHECK(r == 7);
    return test_end();
}
