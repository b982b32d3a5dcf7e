// "reduced_rows.c:10: error: kernel main_1, team 0, thread 0: reads 8 bytes just before the team's copy of sums" "it has 120 bytes, and all threads of the team share it"
#include <stdio.h>

int main(int argc, char **argv)
{
    double sums[3][5] = {{0}}, x[60] = {1};
    int n = 60, first = -argc;
#pragma omp target teams distribute parallel for num_teams(1) reduction(+ : sums)
    for (int i = 0; i < n; i++)
        sums[i / 20][i ? i % 5 : first] += x[i];
    printf("survived %g\n", sums[1][2]);
    return 0;
}
