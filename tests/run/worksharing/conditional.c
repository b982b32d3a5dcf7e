/* lastprivate(conditional: x): what the last iteration that assigned x left, whoever ran it. */
#include "../test.h"

#define MOST 1000

enum colour { RED, GREEN, BLUE };

static int f(int *p, int i)
{
    *p = i;
    return i;
}
#pragma omp declare target to(f)

#pragma omp declare target
static int found;
static void last_of(const int *a, int n)
{
    #pragma omp for lastprivate(conditional: found) schedule(dynamic, 2)
    for (int i = 0; i < n; i++)
        if (a[i] == 7)
            found = i;
}
#pragma omp end declare target

int main(void)
{
    static int a[MOST];
    const int sizes[] = {0, 1, 2, 33, 95, MOST};
    for (int i = 0; i < MOST; i++)
        a[i] = i * 7 % 11;
    for (int s = 0; s < 6; s++) {
        int n = sizes[s];
        int last7 = -1, at = -1;
        for (int i = 0; i < n; i++)
            if (a[i] == 7)
                last7 = i, at = i;

        /* Every schedule, and the number of threads that the launch chooses. */
        int x = -1;
        #pragma omp target parallel for lastprivate(conditional: x) map(to: a)
        for (int i = 0; i < n; i++)
            if (a[i] == 7)
                x = i;
        CHECK(x == last7);
        x = -1;
        #pragma omp target parallel for num_threads(33) schedule(dynamic) lastprivate(conditional: x) map(to: a)
        for (int i = 0; i < n; i++)
            if (a[i] == 7)
                x = i;
        CHECK(x == last7);
        x = -1;
        #pragma omp target parallel for num_threads(95) schedule(guided, 3) lastprivate(conditional: x) map(to: a)
        for (int i = 0; i < n; i++) {
            if (a[i] != 7)
                continue;
            x = i;
        }
        CHECK(x == last7);
        x = -1;
        #pragma omp target parallel for num_threads(1) schedule(static, 3) lastprivate(conditional: x) map(to: a)
        for (int i = n - 1; i >= 0; i--)
            if (a[i] == 7)
                x = i;
        int first7 = -1;
        for (int i = n - 1; i >= 0; i--)
            if (a[i] == 7)
                first7 = i;
        CHECK(x == first7);

        /* Several list items of several types; never assigned. */
        double d = 0.5;
        char c = 'c';
        unsigned short small = 3;
        long long wide = -5;
        enum colour colour = BLUE;
        _Bool truth = 0;
        float never = 2.5f;
        #pragma omp target map(to: a) map(tofrom: d, c, small, wide, colour, truth, never) map(from: x)
        #pragma omp parallel num_threads(50)
        {
            #pragma omp for lastprivate(conditional: d, c, small) lastprivate(conditional: wide, colour, truth) \
                lastprivate(conditional: never) lastprivate(x) nowait
            for (int i = 0; i < n; i++) {
                x = i;
                if (a[i] == 7) {
                    d = i;
                    d /= 2;
                    c = (char)('a' + i % 26);
                    small = 65535;
                    small += 2;
                } else if (a[i] == 1) {
                    wide = 1LL << 40 | i;
                    colour = GREEN;
                    truth = 1;
                }
                if (a[i] > 100)
                    never++;
            }
            #pragma omp barrier
        }
        int last1 = -1;
        for (int i = 0; i < n; i++)
            if (a[i] == 1)
                last1 = i;
        CHECK(d == (at >= 0 ? at / 2.0 : 0.5) && c == (at >= 0 ? 'a' + at % 26 : 'c'));
        CHECK(small == (at >= 0 ? 1 : 3) && never == 2.5f && (n == 0 || x == n - 1));
        CHECK(wide == (last1 >= 0 ? 1LL << 40 | last1 : -5));
        CHECK(colour == (last1 >= 0 ? GREEN : BLUE) && truth == (last1 >= 0));

        /* firstprivate too: each thread begins with the original. */
        int count = 10, sum = 0;
        #pragma omp target parallel for num_threads(7) firstprivate(count) lastprivate(conditional: count) \
            reduction(+: sum) map(to: a)
        for (int i = 0; i < n; i++) {
            sum += count >= 10;
            if (a[i] == 7)
                count = 10 + i;
        }
        CHECK(sum == n && count == (at >= 0 ? 10 + at : 10));

        /* Collapsed, pointers, increments. */
        int two = -1;
        int *q = 0;
        #pragma omp target map(to: a) map(from: two)
        {
            int *where = 0;
            two = -1;
            #pragma omp parallel for num_threads(64) collapse(2) lastprivate(conditional: two, where) schedule(dynamic, 5)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < 3; j++)
                    if (a[i] == j) {
                        two = 10 * i;
                        two++, ++two;
                        where = &a[i];
                    }
            if (where && *where != a[(two - 2) / 10])
                two = -100;
        }
        int wanted = -1;
        for (int i = 0; i < n; i++)
            if (a[i] < 3)
                wanted = 10 * i + 2;
        CHECK(two == wanted && q == 0);

        /* Sections; an assignment through a pointer does not count. */
        int y = -1, z = -2;
        #pragma omp target map(tofrom: y, z)
        #pragma omp parallel sections num_threads(5) lastprivate(conditional: y, z)
        {
            #pragma omp section
            y = 1;
            #pragma omp section
            if (n > 1)
                y = 2;
            #pragma omp section
            f(&z, 3);
            #pragma omp section
            if (n > 50)
                y = 4;
        }
        CHECK(y == (n > 50 ? 4 : n > 1 ? 2 : 1) && z == -2);

        /* One thread; a function of its own. */
        int simd = -1, called = 0;
        #pragma omp target simd lastprivate(conditional: simd) map(to: a) map(tofrom: simd)
        for (int i = 0; i < n; i++)
            if (a[i] == 7)
                simd = i;
        CHECK(simd == last7);
        #pragma omp target map(to: a) map(from: called)
        {
            found = -1;
            #pragma omp parallel num_threads(40)
            last_of(a, n);
            called = found;
        }
        CHECK(called == last7);
    }
    return test_end();
}
