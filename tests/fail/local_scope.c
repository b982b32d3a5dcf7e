// "local_scope.c:17: error: " "reads 4 bytes of the local variable w, whose scope has ended" "w has 400 bytes"
#include <stdio.h>

// The arrays live as long as the loop's body, of which only the pointer is left behind it.
int main(void)
{
    int s = 0;
#pragma omp target map(tofrom: s)
    {
        int *p = &s;
        for (int k = 0; k < 3; k++) {
            int w[100], small[2] = {k, k};
            for (int j = 0; j < 100; j++)
                w[j] = j + small[j & 1];
            p = w + k;
        }
        s = *p;
    }
    printf("survived %d\n", s);
}
