// "thread_of_access.c:8" "team 1, thread 37" "4 bytes past the end of a"
#include <stdio.h>

int main(void)
{
    static int a[165];

    #pragma omp target teams distribute parallel for num_teams(2) thread_limit(128) map(tofrom: a) schedule(static, 1)
    for (int i = 0; i < 166; i++)
        a[i + (i == 165)] += i;
    printf("survived %d\n", a[3]);
    return 0;
}
