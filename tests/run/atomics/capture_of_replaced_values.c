/* Capture of a value that is replaced: pushing onto a list, pointers and floats. */
#include "../test.h"

#define N 132

int main(void)
{
    static int next[N];
    int head = -1;
    double last = -1, got[N];
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: head, next, last, got)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic capture
        { next[i] = head; head = i; }
        #pragma omp atomic capture
        { got[i] = last; last = i; }
    }
    int length = 0;
    for (int i = head; i >= 0 && length <= N; i = next[i])
        length++;
    CHECK(length == N);
    double sum = last;
    for (int i = 0; i < N; i++)
        sum += got[i];
    CHECK(sum == N * (N - 1) / 2 - 1);

    float written[2] = {0.5f, 0};
    int *pointers[3], target_numbers[4] = {1, 2, 3, 4};
    int values[3];
    #pragma omp target map(tofrom: written, values) map(alloc: pointers) map(to: target_numbers)
    {
        pointers[0] = target_numbers;
        #pragma omp atomic capture
        { written[1] = written[0]; written[0] = 1.5; }
        int *p;
        #pragma omp atomic read
        p = pointers[0];
        values[0] = *p;
        #pragma omp atomic capture
        { p = pointers[0]; pointers[0] = target_numbers + 3; }
        values[1] = p - target_numbers;
        #pragma omp atomic capture
        p = ++pointers[0];
        values[2] = p - target_numbers;
    }
    CHECK(written[0] == 1.5f && written[1] == 0.5f && values[0] == 1 && values[1] == 0 && values[2] == 4);
    return test_end();
}
