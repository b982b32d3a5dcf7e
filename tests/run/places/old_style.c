/* C as it used to be: declarations on top, K&R layout, int main(), no prototypes for statics. */
#include "../test.h"

#define N 64
static float x[N], y[N];

static int check();

int main()
{
    register int i;
    float alpha;
    alpha = 2.0f;
    for( i=0 ; i<N ; i++ ) { x[i] = (float)i; y[i] = 1.0f; }
#pragma omp target teams distribute parallel for map(to:x) map(tofrom:y)
    for( i=0 ; i<N ; i++ ) y[i] = alpha*x[i]+y[i];
    CHECK( check() == 0 );
    return test_end();
}

static int check()
{
    int i, bad = 0;
    for( i=0 ; i<N ; i++ ) if( y[i] != 2.0f*(float)i+1.0f ) bad++;
    return bad;
}
