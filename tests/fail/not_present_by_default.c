// "a" "must be present" "not_present_by_default.c:7"
#include <stdlib.h>

int main(void)
{
    int a[4] = {0};
    #pragma omp target defaultmap(present)
    a[0] = 1;
    return a[0] != 1;
}
