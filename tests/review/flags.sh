# Flags of the C compiler as a reason: where they change the text of the unit, and not where they change another one's.
cat > a.c <<'E'
#ifndef BY
#define BY 1
#endif
void a(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    x[0] += BY;
}
E
cat > b.c <<'E'
#include "b.h"
void b(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    x[0] += STEP;
}
E
echo '#define STEP 1' > b.h
romp review a.c b.c --accept-all
echo '#define STEP 2' > b.h
romp review a.c b.c -- -DBY=3 < /dev/null
