/* Fallthrough, default in the middle, nested switches, ranges, switch around a loop. */
#include "../test.h"

static int step(int op, int x)
{
    switch (op % 6) {
    case 0:
        x += 1;
        /* fall through */
    case 1:
        x *= 2;
        break;
    default:
        x = -x;
    case 3:
        switch (x & 3) {
        case 0: return 1000;
        case 1: x += 7; break;
        }
        x -= 3;
        break;
    case 4 ... 5:
        for (int k = 0; k < 3; k++) {
            if (k == op % 3)
                continue;
            x += k;
        }
    }
    return x;
}

static void copy(int *to, const int *from, int count)
{
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void)
{
    enum { n = 48 };
    int a[n], from[n], to[n];
    for (int i = 0; i < n; i++)
        from[i] = i * i, to[i] = -1;
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = step(i, i * 5);
    #pragma omp target map(to: from) map(tofrom: to)
    copy(to, from, 41);
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == step(i, i * 5));
        CHECK(to[i] == (i < 41 ? i * i : -1));
        printf("%d ", a[i]);
    }
    puts("");
    return test_end();
}
