// "shared_array.c:13: error: kernel main_1, team 0, thread 9: writes 4 bytes just past the end of the team's variable a" "it has 40 bytes, and all threads of the team share it" "in the region of shared_array.c:7"
#include <stdio.h>

int main(void)
{
    int r[8] = {0}, n = 10;
#pragma omp target teams num_teams(2) map(tofrom: r)
    {
        int a[10], b[10];
        int last = r[0] + (r[1] = n) - 10;
#pragma omp parallel for
        for (int i = 0; i < n + last; i++) {
            a[i + (last == 0) * (i == 9)] = i;
            b[i] = a[i];
        }
        r[last] = b[3];
        r[0] += 1;
    }
    printf("survived %d\n", r[0]);
    return 0;
}
