// "present_after_unmapping.c:9" "a[0:10]: must be present" "a[0:10] (40 bytes" "was mapped at present_after_unmapping.c:6 and unmapped at present_after_unmapping.c:7"
#include <stdlib.h>
int main(void)
{
    int *a = calloc(10, sizeof *a);
    #pragma omp target enter data map(to: a[0:10])
    #pragma omp target exit data map(delete: a[0:10])
    {
        #pragma omp target map(present, to: a[0:10])
        a[0] = 1;
    }
    return 0;
}
