/* Arrays, structs and unions that no clause names are mapped tofrom, whole. */
#include "../test.h"

struct state {
    int n;
    double x[3];
    struct {
        char c;
        long l;
    } inner;
};

union word {
    unsigned u;
    float f;
};

static int global_array[50];
static struct state global_state;

int main(void)
{
    int a[10] = {0}, b[2][3][4];
    memset(b, 0, sizeof b);
    struct state s = {1, {1, 2, 3}, {'x', 5}};
    union word w = {.f = 1.0f};

    #pragma omp target
    {
        for (int i = 0; i < 10; i++)
            a[i] = i + s.n;
        b[1][2][3] = 9;
        b[0][0][0] = (int)s.inner.l;
        s.x[1] += 0.5;
        s.inner.c = 'y';
        w.u += 1;
        global_array[49] = 4;
        global_state.inner.l = 6;
    }
    CHECK(a[9] == 10 && b[1][2][3] == 9 && b[0][0][0] == 5);
    CHECK(s.x[1] == 2.5 && s.inner.c == 'y' && s.n == 1);
    CHECK(w.u == 0x3f800001u);
    CHECK(global_array[49] == 4 && global_state.inner.l == 6);
    printf("%d %g %c %x\n", a[9], s.x[1], s.inner.c, w.u);
    return test_end();
}
