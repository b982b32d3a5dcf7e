/* Comments between enumerators, members, parameters, and in initialisers; behind macros. */
#include "romp.h"
#include <stddef.h>

/* how many bins */
#define BINS 4 /* a power of two */
#define SCALE(x) ((x) * 3) // times three
// widths
// of things
#define WIDTH 16 // elements
#define SUM(a, b) /* both */ \
    ((a) + /* and */ (b)) /* as they are */
#if 0
#define DEPTH 1 /* not this one */
#else
#define DEPTH 2 /* this one */
#endif /* DEPTH */

/* What a cell is. */
enum kind {
    EMPTY,          /* nothing there */
    WALL,           // solid
                    // and heavy
    /* moves along */
    FLUID = 7,

    // last one
    GAS             /* no more */
    /* none behind it */
}; // of cells

enum { A = 1, /* of A */ B = 2 /* of B */, C };
enum { FIRST, /* of SECOND */ SECOND, THIRD };
enum {
#ifdef NOTHING
    NONE, /* left out */
#endif
    ONE, /* one */
};

static const int table[] = {
    1, 2, 3, /* first row */
    4, 5, 6, // second row
    /* third row */
    7, 8, 9,
}; /* all rows */

static const double coeffs[3][2] = { // pairs
    { 1.0, 2.0 },   // x
    { 3.0 /* low */, 4.0 },   /* y */
    // z
    { 5.0, /* inside
              of a pair */
      6.0 },
};
static const int sparse[8] = {
    [6] = 1, /* late */
    [2] = 2, /* early */
    [3] = /* given */ SUM(1, 2), // by a macro
};

struct cell { // a cell
    double v;        /* value */
    enum kind k;     // what it is
    struct {         /* inner */
        int a, b;    /* both */
    } in;            // the inner one
    unsigned f : 3;  /* flags */
    union { int i; /* as a number */ float x; /* as another */ }; // either
    int pad[2];      // padding
    /* at the end of the structure */
};

static const struct cell wall = {
    .k = WALL, /* solid */
    .in = { .b = 2 /* of two */ }, // inside
    .v = 1.5,
    /* no padding */
};

/* declare target */
/* Doc of weight. */
static double weight(double a,  /* the a */
                     int k,     // the kind
                                // of it
                     /* the b */ int b)  /* its result */
{
    static const int of_kinds[] = {
        1, // empty
        2, // wall
    }; /* weights */
    /* more of them */
    static int more[2] = { 3, /* fluid */ 4 /* gas */ };

    switch (k) { // by kind
    case EMPTY: /* nothing */
        return 0; // zero
    case WALL:
        /* above statement */
        a += of_kinds[1]; /* behind a */
        /* between statements */
        b += 2;
        break; // behind break

    /* default comment */
    default:
        /* in default */
        break; /* nothing to do */
    } /* switch k */
    return a + b + more[k & 1]; /* the sum */
} /* weight */

static int short_one(int x /* in */, int y /* too */) /* pure */
{
    return x + y;
}

static int alone(int x) { /* opens */
    return x;
} // closes
/* end declare target */

void f(int n, struct cell *c, int *hist)
{
    enum { LOCAL = 3, /* here only */ };
    struct near { /* not far */
        int d; /* distance */
    };
    /* in and out */
    /* target teams distribute parallel for map(tofrom: c[0:n]) map(tofrom: hist[0:BINS]) */
    ROMP_TARGET("comments_in_lists.c:128", f_1,
        romp_block(128), romp_iterations(n), romp_tofrom(c, 0, n), romp_tofrom(hist, 0, BINS), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */ // the bins
    for (int i = 0;      /* start */
         i < n;          /* end */
         i++) {          /* step */
        int x[] = {
            1, /* one */
            2, // two
            3  /* three */
        };
        struct near at = { /* nearly */ 7 /* seven */ };
        c[i].v = weight(c[i].v, c[i].k, table[i % 9]) + SCALE(i) + coeffs[i % 3][0] + sparse[i % 8];
        c[i].v += x[i % LOCAL] + at.d + wall.v + short_one(B, alone(ONE)) + WIDTH / DEPTH + SECOND;
        #pragma omp atomic update /* count */
        hist[i % BINS]++; /* bin */
    } /* for i */
}
