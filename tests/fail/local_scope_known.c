// "local_scope_known.c:15: error: " "reads 4 bytes of the local variable l, whose scope has ended"
#include <stdio.h>

// The compiler sees that the scope has ended by then.
int main(void)
{
    int s = 0;
#pragma omp target map(tofrom: s)
    {
        int *p;
        {
            int l = 3;
            p = &l;
        }
        s = *p;
    }
    printf("survived %d\n", s);
}
