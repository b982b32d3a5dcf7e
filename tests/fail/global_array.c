// "global_array.c:13: error: " "reads 4 bytes just past the end of the variable table" "in the region of global_array.c:11"
#include <stdio.h>

#pragma omp declare target
int table[7] = {1, 2, 3, 4, 5, 6, 7};
#pragma omp end declare target

int main(void)
{
    int sum = 0;
#pragma omp target map(tofrom: sum)
    for (int i = 0; i <= 7; i++)
        sum += table[i];
    printf("survived %d\n", sum);
    return 0;
}
