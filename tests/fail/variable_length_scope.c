// "variable_length_scope.c:16: error: " "reads 4 bytes of the array local, whose scope has ended" "local has 40 bytes, declared at variable_length_scope.c:11"
#include <stdio.h>

int main(void)
{
    int n = 10, a[10] = {0};
#pragma omp target map(tofrom: a)
    {
        int *kept;
        {
            int local[n];
            for (int j = 0; j < n; j++)
                local[j] = j;
            kept = local;
        }
        a[0] = kept[1];
    }
    printf("survived %d\n", a[0]);
}
