/* Short circuits, increments, assignments as values, sizeof that evaluates nothing. */
#include "../test.h"

static int run(int x, int out[8])
{
    int k = x, calls = 0;
    out[0] = x > 3 && (calls++, x > 5);
    out[1] = x > 3 || (calls++, x > 1);
    out[2] = k++;
    out[3] = --k;
    int a, b, c;
    a = b = c = x;
    a += b -= c *= 2;
    out[4] = a + b + c;
    out[5] = (int)sizeof(calls++);
    out[6] = !x + ~x + -x + +x;
    out[7] = (x & 6) ^ (x | 9);
    return calls;
}

int main(void)
{
    enum { n = 12 };
    int got[n][8], calls[n], want[8];
    #pragma omp target teams distribute parallel for map(from: got, calls)
    for (int i = 0; i < n; i++)
        calls[i] = run(i, got[i]);
    for (int i = 0; i < n; i++) {
        CHECK(calls[i] == run(i, want));
        for (int k = 0; k < 8; k++)
            CHECK(got[i][k] == want[k]);
    }
    printf("%d %d\n", got[7][4], got[7][7]);
    return test_end();
}
