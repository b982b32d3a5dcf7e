/* Variables of a stricter alignment than the stacks' in functions that share them with a parallel region. */
#include "../test.h"

#pragma omp declare target
static int count(int d)
{
    _Alignas(64) int loc = d;
#pragma omp parallel num_threads(4)
#pragma omp atomic
    loc += 1;
    return loc + (((unsigned long)&loc & 63) != 0) * 1000;
}
struct line {
    _Alignas(128) int first;
    char rest[60];
};
static int nested(int d)
{
    char odd = 1;
    struct line l = {d, {2}};
    int more = 0;
#pragma omp parallel num_threads(33) reduction(+ : more)
    {
        more += l.rest[0] + odd;
#pragma omp atomic
        l.first++;
    }
    return count(l.first) + more + (((unsigned long)&l & 127) != 0) * 1000;
}
#pragma omp end declare target

int main(void)
{
    int r = 0, s = 0, t = 0;
#pragma omp target map(tofrom : r, s)
    {
        r = count(3);
        s = nested(5);
    }
#pragma omp target teams num_teams(3) reduction(+ : t)
    t += nested(1);
    printf("%d\n", r);
    CHECK(r == 7 || r == 4);
    CHECK(s == 5 + 33 + 4 + 99 || !on_device());
    CHECK(t == 3 * (1 + 33 + 4 + 99) || !on_device());
    return test_end();
}
