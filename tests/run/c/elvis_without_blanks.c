/* `a?:b` with no blank around it: in host code, clauses, macros, and on a device; in a string it is no operator. */
#include "../test.h"

#define PICK(a, b) ((a)?:(b))

static int pick(int a,int b){return a?:b;}

int main(void)
{
    int zero = 0, two = 2, nested = zero?:zero?:7;
    CHECK(pick(0,4) == 4 && pick(3,4) == 3 && PICK(0,7) == 7 && nested == 7);
    int sum = 0;
#pragma omp target map(tofrom:sum) thread_limit(two?:4) if(zero?:1)
#pragma omp parallel for num_threads(PICK(two,3)) reduction(+:sum)
    for (int i=0;i<(two?:10);i++)
        sum += sum?:5;
    CHECK(sum == 10);
    int a[4] = {1, 2, 3, 4};
#pragma omp target map(tofrom:a[0:zero?:4])
    for (int i=0;i<(zero?:4);i++)
        a[i]=zero?:a[i]*2;
    CHECK(a[0] == 2 && a[3] == 8);
    const char *text = "?:";
    CHECK(text[0] == '?' && text[1] == ':' && !text[2]);
    printf("%d %d\n", sum, a[3]);
    return test_end();
}
