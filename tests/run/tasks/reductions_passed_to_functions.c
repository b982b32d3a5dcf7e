/* What a task reduces goes on to functions that make tasks: by the address of the copy, or by the same pointer. */
#include "../test.h"
static void walk(int i, long *s) {
    #pragma omp task in_reduction(+: s[0])
    { s[0] += i; if (i) walk(i - 1, &s[0]); }
}
static void wide(int i, long *a) {
    #pragma omp task in_reduction(+: a[0:2])
    { a[1] += i; a[0] += 1; if (i) wide(i - 1, a + 0); }
}
static void one(int i, long *s)
{
    #pragma omp task in_reduction(+: s[0:1])
    s[0] += i;
}

int main(void) {
    long s = 0, a[2] = {0, 0};
    #pragma omp target map(tofrom: s, a)
    #pragma omp parallel num_threads(33)
    #pragma omp single
    {
    #pragma omp taskgroup task_reduction(+: s)
    walk(10, &s);
    #pragma omp taskgroup task_reduction(+: a)
    wide(10, a);
    }
    CHECK(s == 55 && a[0] == 11 && a[1] == 55);
    long sum = 0;
    #pragma omp target map(tofrom: sum)
    #pragma omp parallel num_threads(5)
    #pragma omp single
    #pragma omp taskgroup task_reduction(+: sum)
    for (int i = 0; i < 20; i++)
        one(i, &sum);
    CHECK(sum == 190);
    return test_end();
}
