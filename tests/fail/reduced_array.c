// "reduced_array.c:10: error: kernel main_1, team " "writes 4 bytes just past the end of the team's copy of hist" "it has 800 bytes, and all threads of the team share it"
#include <stdio.h>

int main(int argc, char **argv)
{
    int hist[200] = {0}, n = 1000;
#pragma omp target teams distribute parallel for num_teams(2) reduction(+ : hist)
    for (int i = 0; i < n; i++)
        if (i % 201 < 200 || i > 500 * argc)
            hist[i % 201] += 1;
    printf("survived %d\n", hist[3]);
    return 0;
}
