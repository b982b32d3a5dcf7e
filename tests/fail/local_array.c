// "local_array.c:11: error: " "writes 4 bytes just past the end of the local variable w" "in the region of local_array.c:7" "w has 32 bytes"
#include <stdio.h>

int main(void)
{
    int r[64];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 64; i++) {
        int w[8];
        for (int j = 0; j <= 8; j++)
            w[j] = i + j;
        r[i] = w[3];
    }
    printf("survived %d\n", r[5]);
    return 0;
}
