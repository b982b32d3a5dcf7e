#include "../test.h"

typedef struct {
    int x, y;
} point;

static int dot(point a, point b)
{
    return a.x * b.x + a.y * b.y;
}

static int total(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

int main(void)
{
    enum { n = 50 };
    int a[n], b[n];
    #pragma omp target teams distribute parallel for map(from: a, b)
    for (int i = 0; i < n; i++) {
        point p = (point){i, .y = i + 1};
        a[i] = dot(p, (point){.y = 2}) + (&(point){i, i})->x;
        b[i] = total((int[]){i, i + 1, i + 2}, 3) + total((int[4]){[2] = i}, 4);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * (i + 1) + i && b[i] == 4 * i + 3);
    printf("%d %d\n", a[n - 1], b[n - 1]);
    return test_end();
}
