// Macros that take any number of arguments and do not use them keep their ellipsis.
#include "romp.h"
#include <stdio.h>

#define NOTHING(...) ((void)0)
#define FORMAT(fmt, ...) ((void)0)
#define NAMED(fmt, args...) ((void)0)
#define ALL_NAMED(args...) (1)
#define W 6
#define FIRST(a, ...) ((a) * W)
#define FIRST_NAMED(a, rest...) ((a) + W)
#define COUNT(...) 3
#define CONDITION(c, ...) ((c) ? 1 : 0)
#define SUM(a, b, c) (a + b * c)
#define PASSED(...) SUM(__VA_ARGS__)
#define PASSED_NAMED(args...) SUM(args)
#define PLACE(...) (a[i]++)

static int one(int x)
{
    return x + 1;
}
#define ONE(args...) one(args)

// Names of the program's own that begin as those of the runtime's header.
#define ROMP_OF_THE_PROGRAM 2

int main(void)
{
    int a[10], w = 4;
    /* target map(from: a) */
    ROMP_TARGET("variadic_macros.c:30", main_1, romp_block(1), romp_num_teams(1), romp_from_var(a), romp_value(w))
    #pragma omp target if(target: 0) map(tofrom: a) /* host version */
    for (int i = 0; i < 10; i++) {
        a[i] = i;
        NOTHING();
        NOTHING("%d %d\n", i, a[i]);
        FORMAT("none");
        FORMAT("%d %d\n", i, a[i]);
        NAMED("none");
        NAMED("%d %d\n", i, a[i]);
        a[i] += ALL_NAMED() + ALL_NAMED(1, 2);
        a[i] += FIRST(i) + FIRST(w, 2, 3) + FIRST_NAMED(i) + FIRST_NAMED(w, 2);
        a[i] += COUNT() + COUNT(1, i) + CONDITION(i > 2) + CONDITION(w, i);
        a[i] += PASSED(i, w, 2) + PASSED_NAMED(i, w, 2) + ONE(i) + ROMP_OF_THE_PROGRAM;
        PLACE(i, 3);
    }
    printf("%d\n", a[9]);
}
