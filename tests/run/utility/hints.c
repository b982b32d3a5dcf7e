// host: skip
/* Directives that are hints or messages, in and around device code; <ctype.h>, whose macros look into tables. */
#include "../test.h"
#include <ctype.h>

#pragma omp requires unified_address, dynamic_allocators, atomic_default_mem_order(seq_cst)

#pragma omp declare target
#pragma omp declare simd uniform(a) linear(i : 1) notinbranch
static double twice(const double *a, int i) { return 2 * a[i]; }
#pragma omp end declare target

int main(void)
{
    enum { N = 200 };
    double a[N], b[N];
    int count = 0, seen = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp nothing
#pragma omp target teams distribute parallel for map(to : a) map(from : b) priority(3)
    for (int i = 0; i < N; i++) {
#pragma omp nothing
#pragma omp assume holds(i >= 0) no_openmp_routines
        {
            b[i] = twice(a, i);
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i);
#pragma omp target map(tofrom : count, seen)
#pragma omp parallel num_threads(40)
    {
#pragma omp atomic
        count++;
        int now;
#pragma omp atomic read
        now = count;
        if (now < 0) {
#pragma omp error at(execution) severity(fatal) message("no such count")
        }
#pragma omp masked
        {
#pragma omp atomic write
            seen = 1;
        }
    }
    CHECK(count == 40 && seen == 1);

    char text[] = "Hello, World 42!", upper[sizeof text];
    int classes[12] = {0};
#pragma omp target map(to : text) map(from : upper) map(tofrom : classes)
    for (unsigned i = 0; i < sizeof text; i++) {
        upper[i] = toupper(text[i]);
        classes[0] += !!isalpha(text[i]);
        classes[1] += !!isdigit(text[i]);
        classes[2] += !!isspace(text[i]);
        classes[3] += !!ispunct(text[i]);
        classes[4] += !!isupper(text[i]);
        classes[5] += !!islower(tolower(text[i]));
        classes[6] += !!isalnum(text[i]);
        classes[7] += !!isxdigit(text[i]);
        classes[8] += !!isprint(text[i]);
        classes[9] += !!isgraph(text[i]);
        classes[10] += !!iscntrl(text[i]);
        classes[11] += !!isblank(text[i]);
    }
    CHECK(strcmp(upper, "HELLO, WORLD 42!") == 0);
    const int expected[] = {10, 2, 2, 2, 2, 10, 12, 4, 16, 14, 1, 2};
    for (int i = 0; i < 12; i++)
        CHECK(classes[i] == expected[i]);
    return test_end();
}
