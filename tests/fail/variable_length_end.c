// "variable_length_end.c:12: error: " "writes 4 bytes just past the end of the array local" "local has 40 bytes, declared at variable_length_end.c:9"
#include <stdio.h>

int main(void)
{
    int n = 10, k = 10, a[10] = {0};
#pragma omp target teams distribute parallel for map(tofrom: a) num_teams(2) thread_limit(4)
    for (int i = 0; i < 10; i++) {
        int other[n], local[n];
        for (int j = 0; j < n; j++)
            other[j] = local[j] = j;
        local[k] = 3;
        a[i] = local[i] + other[i];
    }
    printf("survived %d\n", a[3]);
}
