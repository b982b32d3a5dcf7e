#include "../test.h"

#pragma omp declare target
int squares[64];
static const int primes[10] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
static double matrix[4][4] = {{1}, {0, 2}, {[2] = 3}, {[3] = 4}};
#pragma omp end declare target

int main(void)
{
    double trace = 0;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < 64; i++)
        squares[i] = i * i + primes[i % 10];

    #pragma omp target map(from: trace)
    {
        trace = 0;
        for (int i = 0; i < 4; i++)
            trace += matrix[i][i];
        matrix[0][3] = squares[3];
    }
    #pragma omp target update from(squares, matrix)
    for (int i = 0; i < 64; i++)
        CHECK(squares[i] == i * i + primes[i % 10]);
    CHECK(trace == 10 && matrix[0][3] == 16);
    printf("%d %g\n", squares[63], trace);
    return test_end();
}
