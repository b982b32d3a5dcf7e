// Compound literals of arrays that a string initialises (C17, 6.5.2.5 and 6.7.9).
#include "../test.h"

#pragma omp declare target
static int sum(const char *s)
{
    int n = 0;
    while (*s)
        n += *s++;
    return n;
}
#pragma omp end declare target

int main(void)
{
    int r = 0, fixed = 0, changed = 0, last = 1;
    #pragma omp target map(tofrom: r, fixed, changed, last)
    {
        r = sum((const char[]){"abc"});
        fixed = sum((char[8]){"ab"});
        char *p = (char[]){"xyz"};
        p[0] = 'a';
        changed = sum(p);
        last = (char[8]){"ab"}[7];
    }
    CHECK(r == 'a' + 'b' + 'c');
    CHECK(fixed == 'a' + 'b');
    CHECK(changed == 'a' + 'y' + 'z');
    CHECK(last == 0);
    printf("%d %d %d\n", r, fixed, changed);
    return test_end();
}
