// Enumeration constants whose values are other ones: by name where the definitions of these are in the output, and stand
// in front.
#include "romp.h"
enum base { FIRST, SECOND = 4, THIRD };
enum more { LOW = SECOND, HIGH = LOW + 2, BOTH = FIRST | HIGH, NEGATIVE = -HIGH, SIZE = sizeof(int) * 2 };
enum elsewhere { HIDDEN = 3 };
enum last { OF_HIDDEN = HIDDEN, OF_BASE = THIRD - SECOND };
#define WIDTH 8
enum wide { NARROW = WIDTH, WIDE = NARROW * 2, MIXED = WIDE + WIDTH };

void fill(int n, int *a)
{
    /* target teams distribute parallel for map(tofrom: a[0:n]) */
    ROMP_TARGET("enumerators.c:12", fill_1,
        romp_block(128), romp_iterations(n), romp_tofrom(a, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        a[i] = i % BOTH + HIGH + LOW + NEGATIVE + SIZE + OF_HIDDEN + OF_BASE + WIDE + MIXED + THIRD;
}
