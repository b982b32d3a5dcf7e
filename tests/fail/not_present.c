// "values" "not_present.c:8"
#include <stdio.h>

int main(void)
{
    int values[10] = {0};

    #pragma omp target map(present, tofrom: values)
    values[0] = 1;
    puts("survived");
    return 0;
}
