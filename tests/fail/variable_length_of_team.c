// "variable_length_of_team.c:13: error: " "writes 8 bytes just past the end of the array row" "row has 80 bytes, declared at variable_length_of_team.c:10"
#include <stdio.h>

int main(void)
{
    int n = 10;
    double sum = 0;
#pragma omp target map(tofrom: sum)
    {
        double row[n];
#pragma omp parallel for
        for (int i = 0; i <= n; i++)
            row[i] = i;
        for (int i = 0; i < n; i++)
            sum += row[i];
    }
    printf("survived %g\n", sum);
}
