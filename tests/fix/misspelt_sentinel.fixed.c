/* The only directive of the file: without it nothing would be translated. */
#include <stdio.h>

int main(void)
{
    int a[64];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 64; i++)
        a[i] = i;
    printf("%d\n", a[63]);
    return a[63] != 63;
}
