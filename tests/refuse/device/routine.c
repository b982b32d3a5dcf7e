// expect: R4002 at 8, "omp_display_env"
#include <omp.h>

int main(void)
{
    #pragma omp target parallel
    {
        omp_display_env(1);
    }
    return 0;
}
