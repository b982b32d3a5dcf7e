/* declare target scalars live on the device between regions. */
#include "../test.h"

#pragma omp declare target
int counter = 5;
static double ratio = 0.5;
#pragma omp end declare target

int main(void)
{
    int seen = 0;
    for (int k = 0; k < 3; k++) {
        #pragma omp target map(from: seen)
        {
            counter += 2;
            ratio *= 2;
            seen = counter;
        }
        CHECK(seen == 7 + 2 * k);
    }
    #pragma omp target update from(counter, ratio)
    CHECK(counter == 11 && ratio == 4.0);
    counter = 100;
    #pragma omp target update to(counter)
    #pragma omp target map(from: seen)
    seen = counter;
    CHECK(seen == 100);
    printf("%d %g\n", counter, ratio);
    return test_end();
}
