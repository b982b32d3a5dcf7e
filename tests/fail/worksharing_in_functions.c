// "threads encounter worksharing constructs in different orders" "encounters that of worksharing_in_functions.c:7" "encountered that of worksharing_in_functions.c:11"
// The same in functions, without barriers.
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
void fill(int *a) {
    #pragma omp for nowait
    for (int i = 0; i < 64; i++) a[i] = i;
}
void one(int *a) {
    #pragma omp single nowait
    a[0] = 1;
}
#pragma omp end declare target
int main(void) {
    int a[64] = {0}, b[64] = {0};
    #pragma omp target parallel num_threads(8) map(tofrom: a, b)
    {
        if (omp_get_thread_num() % 2) { fill(a); one(b); } else { one(b); fill(a); }
    }
    printf("survived\n");
}
