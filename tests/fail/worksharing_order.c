// "threads encounter worksharing constructs in different orders" "thread 1 encounters that of worksharing_order.c:10" "thread 0 encountered that of worksharing_order.c:15"
// A loop and a `single`: odd threads encounter the loop first.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0}, b[64] = {0};
    #pragma omp target parallel num_threads(8) map(tofrom: a, b)
    {
        if (omp_get_thread_num() % 2) {
            #pragma omp for nowait
            for (int i = 0; i < 64; i++) a[i] = i;
            #pragma omp single
            b[0] = 1;
        } else {
            #pragma omp single
            b[1] = 1;
            #pragma omp for nowait
            for (int i = 0; i < 64; i++) b[i] = i;
        }
    }
    printf("survived\n");
}
