/* Loops that do not run: nothing may be touched, no launch may fail. */
#include "../test.h"

int main(void)
{
    int touched = 0, n = 0, below = -5;
    unsigned zero = 0;

    #pragma omp target teams distribute parallel for map(tofrom: touched)
    for (int i = 0; i < n; i++)
        touched = 1;
    #pragma omp target parallel for map(tofrom: touched)
    for (int i = 0; i < below; i++)
        touched = 2;
    #pragma omp target teams distribute parallel for map(tofrom: touched)
    for (unsigned i = 0; i < zero; i++)
        touched = 3;
    #pragma omp target teams distribute parallel for map(tofrom: touched)
    for (int i = 10; i > 10; i--)
        touched = 4;
    #pragma omp target teams distribute parallel for map(tofrom: touched)
    for (int i = 7; i != 7; i++)
        touched = 5;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: touched)
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < n; j++)
            touched = 6;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: touched)
    for (int i = 0; i < below; i++)
        for (int j = 0; j < below; j++)
            touched = 7;
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: touched)
    for (unsigned i = 5; i < zero; i++)
        for (long j = 0; j < 1000000000000L; j++)
            for (char k = 0; k < 3; k++)
                touched = 8;
    #pragma omp target teams distribute map(tofrom: touched)
    for (int i = 0; i < n; i++)
        touched = 9;
    #pragma omp target simd map(tofrom: touched)
    for (int i = 0; i < n; i++)
        touched = 10;

    printf("%d\n", touched);
    CHECK(touched == 0);
    return test_end();
}
