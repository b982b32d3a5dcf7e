/* Comments in heads, behind braces, around `else`; in parts that the preprocessor leaves out. */
#include "romp.h"
/* declare target */
static int g(int a, int b)
{
    if (a > 2) { // when big
        a = 2;
    } /* if big */
    else { /* when small */
        a = 3;
    } // end of small
    if (b) /* b set */
        b = 1; /* b is one */
    else /* b not set */
        b = 2; // b is two
    if (a == 1)
        a = 2;
    /* otherwise */
    else if (a == 2 /* two */) // second
        a = 1;
    do { /* at least once */
        a += 1;
    } while (a < 5); /* until five */
    while (b < 4) /* body below */
        b++; // next
    for (int i = 0; /* from zero */ i < 3 /* three */; i++ /* by one */) { // head
        a += i;
    } // i
    for (/* any */ int i = 0; i < 3; i++) // no braces
        a += i; // body
    for (;;) /* for ever */ {
        if (a++ > 9) break; // out
#ifdef NOTHING
        /* left out */
        b = 7; // too
#else
        /* kept */
        b = 8; // as well
#endif // NOTHING
#define HERE 1 /* not about the code */
    }
    {
        /* bare block */
        a += HERE;
    } // end bare
    return a + b;
}
/* end declare target */

void f(int n, int *x, int *y)
{
    int total = 0;
    /* target teams distribute parallel for collapse(2) map(tofrom: x[0:n * n]) */
    ROMP_TARGET("comments_of_heads.c:52", f_1,
        romp_block(128), romp_iterations(n), romp_iterations(n), romp_tofrom(x, 0, n * n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) collapse(2) /* host version */ /* both
        loops */
    for (int i = 0; /* rows */ i < n; i++) // each row
        for (int j = 0; j < n /* columns */; j++) { // each column
            x[i * n + j] = g(i, j);
        } // both
    /* target map(tofrom: x[0:n]) map(tofrom: total) */
    ROMP_TARGET("comments_of_heads.c:58", f_2,
        romp_block(1024), romp_num_teams(1), romp_tofrom(x, 0, n), romp_tofrom_var(total), romp_value(n))
    #pragma omp target if(target: 0) map(tofrom: total) /* host version */ // one team
    { // region
        int w[4]; /* shared by
                     all threads */
        if (n > 2) { // several
            total--;
        } // if
        else { // few
            total++;
        } // else
        #pragma omp parallel for num_threads(4) // four chains
        for (int c = 0; c < 4; c++) { // each chain
            w[c] = x[c]; // its sum
            #pragma omp critical // the maximum
            { // exclusive
                if (w[c] > total) // larger
                    total = w[c]; // keep
            } // critical
        } // chains
        switch (n) { // how many
        case 0: // none
            total = 0;
            break;
        default: // some
            total += w[1];
        } // switch
        #pragma omp parallel // again
        { // all threads
            #pragma omp single // just one
            { // does it
                x[0] += 1; // once
            } // single
            #pragma omp master // the first
            x[1] += 2; // then this
        } // parallel
        total *= 2; // tail
    } // region
    y[0] = total;
}
