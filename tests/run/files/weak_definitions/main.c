/* Weak declare target definitions: the device's linker chooses those that the host's chooses. */
#include "../../test.h"
#include "weak.h"

#pragma omp declare target
int replaced = 42;
const int constant = 2;
const int table[3] = { 10, 20, 30 };
struct pair pair = { 3, 2.5 };
int *pointer = &alone;
int function_replaced(int x) { return 100 * x; }
int sum_of_threads(int n)
{
    int s = 0;
    #pragma omp parallel for reduction(+: s)
    for (int i = 1; i <= n; i++)
        s += i;
    return s;
}
void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}
#pragma omp end declare target

int linked[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

int main(void)
{
    int v = 0;
    double d = 0;
    #pragma omp target map(from: v)
    v = replaced;
    CHECK(v == 42 && replaced == 42);
    #pragma omp target map(from: v)
    v = twice;
    CHECK(v == 7 && twice == 7);
    #pragma omp target map(from: v)
    v = alone;
    CHECK(v == 5);
    #pragma omp target map(from: v, d)
    {
        v = constant + table[2] + pair.a;
        d = pair.b;
    }
    CHECK(v == 35 && d == 2.5);
    #pragma omp target map(from: v)
    v = *pointer;
    CHECK(v == 5);
    #pragma omp target map(from: v)
    v = function_replaced(1) + function_twice(2) + function_alone(3);
    CHECK(v == 112);
    CHECK(function_replaced(1) + function_twice(2) + function_alone(3) == 112);
    CHECK(asked_by_weak_file() == 42 + 20 + 3 + 100);
    CHECK(called_by_weak_file(33) == 33 * 34 / 2);

    /* Host and device have one variable each. */
    replaced = 1;
    #pragma omp target update to(replaced)
    #pragma omp target map(from: v)
    v = replaced++;
    #pragma omp target update from(replaced)
    CHECK(v == 1 && replaced == 2);
    CHECK(asked_by_weak_file() == 2 + 20 + 3 + 100);

    #pragma omp target map(tofrom: linked)
    linked[7] = linked[6] + 1;
    CHECK(linked[7] == 7);
    return test_end();
}
