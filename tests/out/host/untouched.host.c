/* Everything here but the one region must come out as it went in. */
#include "romp.h"
#include <stdio.h>

#define SQUARE(x) ((x) * (x))	/* a tab before this comment */
#ifdef NEVER
this is not even C
#endif

static int   oddly  ( int x ) { return SQUARE( x ) ; }   

int main(void)
{
    int a[8], total = 0;
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = oddly(i);

    /* target teams distribute parallel for */
    ROMP_TARGET("untouched.c:18", main_1, romp_block(128), romp_iterations(8), romp_implicit_var(a))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < 8; i++)
        a[i] += SQUARE(i);

    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 8; i++)
        total += a[i];
    printf("%d\n", total); /* no newline at the end of this file */ return 0; }
