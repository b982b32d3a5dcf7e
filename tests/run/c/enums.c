#include "../test.h"

enum color { RED = 1, GREEN, BLUE = 10, VIOLET = BLUE * 2 + 1 };
typedef enum { OFF, ON } state;

static int weight(enum color c)
{
    switch (c) {
    case RED: return 100;
    case GREEN: return 200;
    case BLUE: return 300;
    default: return c;
    }
}

int main(void)
{
    enum { SIZE = 24, HALF = SIZE / 2 };
    int a[SIZE];
    state s = ON;
    enum color c = BLUE;

    #pragma omp target teams distribute parallel for map(from: a) firstprivate(c)
    for (int i = 0; i < SIZE; i++) {
        enum color mine = i;
        state flip = !s;
        mine += 1;
        a[i] = weight(mine) + (i < HALF ? c : VIOLET) + flip;
        c = mine;
        c = BLUE;
    }
    for (int i = 0; i < SIZE; i++)
        CHECK(a[i] == weight((enum color)(i + 1)) + (i < HALF ? 10 : 21));
    printf("%d %d\n", a[0], a[SIZE - 1]);
    return test_end();
}
