// "values" "update_not_present.c:8"
#include <stdio.h>

int main(void)
{
    int values[10] = {0};

    #pragma omp target update to(present: values)
    puts("survived");
    return values[0];
}
