// Device code of comments_in_lists.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* how many bins */
#define BINS 4  /* a power of two */
#define SCALE(x) ((x) * 3)  // times three
// widths
// of things
#define WIDTH 16  // elements
/* both */
/* and */
#define SUM(a, b) ((a) + (b))  /* as they are */
#define DEPTH 2  /* this one */

/* What a cell is. */
enum kind : int {
    EMPTY,  /* nothing there */
    WALL,  // solid
           // and heavy
    /* moves along */
    FLUID = 7,

    // last one
    GAS,  /* no more */
    /* none behind it */
};  // of cells

enum : int {
    A = 1,  /* of A */
    B,  /* of B */
    C,
};

enum : int {
    FIRST,
    /* of SECOND */ SECOND,
    THIRD,
};

enum : int {
    ONE,  /* one */
};

struct cell_in {  /* inner */
    int a;
    int b;  /* both */
};
static_assert(sizeof(struct cell_in) == 8 && offsetof(struct cell_in, b) == 4, "layout");

struct cell {  // a cell
    double v;  /* value */
    enum kind k;  // what it is
    struct cell_in in;  // the inner one
    unsigned int f : 3;  /* flags */
    union {
        int i;  /* as a number */
        float x;  /* as another */
    };  // either
    int pad[2];  // padding
    /* at the end of the structure */
};
static_assert(sizeof(struct cell) == 40 && offsetof(struct cell, k) == 8 && offsetof(struct cell, in) == 12
              && offsetof(struct cell, pad) == 28, "layout");

enum : int {
    LOCAL = 3,  /* here only */
};

struct near {  /* not far */
    int d;  /* distance */
};
static_assert(sizeof(struct near) == 4, "layout");

static __device__ const int table[9] = {
    1, 2, 3,  /* first row */
    4, 5, 6,  // second row
    /* third row */
    7, 8, 9,
};  /* all rows */
static __device__ const double coeffs[3][2] = {  // pairs
    {1.0, 2.0},  // x
    {3.0 /* low */, 4.0},  /* y */
    // z
    {
        5.0,  /* inside
                 of a pair */
        6.0,
    },
};
static __device__ const int sparse[8] = {
    0, 0, 2,  /* early */
    /* given */ SUM(1, 2),  // by a macro
    0, 0, 1,  /* late */
};
static __device__ const struct cell wall = {
    1.5, WALL,  /* solid */
    {0, 2 /* of two */},  // inside
    /* no padding */
};

static __device__ const int weight_of_kinds[2] = {
    1,  // empty
    2,  // wall
};  /* weights */
/* more of them */
static __device__ int weight_more[2] = {3 /* fluid */, 4 /* gas */};
/* Doc of weight. */
static __device__ double weight(
    double a,  /* the a */
    int k,  // the kind
            // of it
    /* the b */ int b)  /* its result */
{
    switch (k) {  // by kind
    case EMPTY:  /* nothing */
        return 0;  // zero
    case WALL:
        /* above statement */
        a += weight_of_kinds[1];  /* behind a */
        /* between statements */
        b += 2;
        break;  // behind break

    /* default comment */
    default:
        /* in default */
        break;  /* nothing to do */
    }  /* switch k */
    return a + b + weight_more[k & 1];  /* the sum */
}  /* weight */

static __device__ int short_one(int x /* in */, int y /* too */)  /* pure */
{
    return x + y;
}

static __device__ int alone(int x)
{  /* opens */
    return x;
}  // closes

// comments_in_lists.c:128: target teams distribute parallel for map(tofrom: c[0:n]) map(tofrom: hist[0:BINS])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
f_1(struct cell *c, int *hist, int n, romp::grid_part part)
{
    /* in and out */
    // the bins
    for (int i : romp::one_each(part, 0 /* start */, n /* end */)) {  /* step */
        int x[3] = {
            1,  /* one */
            2,  // two
            3,  /* three */
        };
        struct near at = {/* nearly */ 7 /* seven */};
        c[i].v = weight(c[i].v, c[i].k, table[i % 9]) + SCALE(i) + coeffs[i % 3][0] + sparse[i % 8];
        c[i].v += x[i % LOCAL] + at.d + wall.v + short_one(B, alone(ONE)) + WIDTH / DEPTH + SECOND;
        /* count */
        romp::atomic_add(hist[i % BINS], 1);  /* bin */
    }  /* for i */
}
