// expect: R2004 at 7
#include <omp.h>
void f(int n, int *a)
{
    #pragma omp target teams loop map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = omp_get_team_num();
}
