/* Continuation lines, comments, digraph-free odd spacing around pragmas. */
#include "../test.h"

int main(void)
{
    enum { n = 80 };
    int a[n], b[n]; /* before */
    /* a comment that ends on the line of nothing
     */
    #pragma omp target   teams distribute \
                parallel for   /* a comment in a pragma */ \
                map(from : a [ 0 : n ]) // and one at its end
    for (int i = 0; i < n; i++) /* between */
        a[i] = i; // after

#	pragma	omp	target	parallel	for	map(from:b)

    // a comment and an empty line between the pragma and its loop

    for (int i = 0;
         i < n;
         i++)
    {   b[i] = a[i] + 1;   }

#  pragma omp target map(tofrom: a, \
                                 b)
    { a[0] = 5; b[0] = 6; } for (int i = 1; i < n; i++) CHECK(a[i] == i && b[i] == i + 1);
    CHECK(a[0] == 5 && b[0] == 6);
    printf("%d %d\n", a[0], b[0]);
    return test_end();
}
