// The words of a directive behind continuation lines and in front of comments of several lines.
#include "../test.h"

#\
pragma \
    omp declare target
static int twice(int x) { return 2 * x; }
#pragma /* of
    this block */ omp end \
    declare target

int main(void)
{
    int a = 1, b = 2, sum = 0;
#pragma \
omp target map(tofrom: a) /* a comment
    of two lines */ \
    map(tofrom: b) // and the last one
    a = twice(b);
    CHECK(a == 4);

    # \
    pragma \
    \
    omp \
    target data /* data */ map(tofrom: \
        b)
    {
#\
pragma omp target map(tofrom: \
        b)
        b++;
        if (on_device())
            CHECK(b == 2);
#pragma \
  omp target \
  update /* from
  the device */ from(b) \

        CHECK(b == 3);
    }

    /* in front
       of it */ #pragma \
        omp target teams distribute \
        parallel for reduction(+ \
        : sum)
    for (int i = 0; i < 10; i++) {
        sum += i;
    }
    CHECK(sum == 45);

#pragma \
    omp target map(tofrom: sum)
    {
#\
pragma \
        omp parallel num_threads(33)
        {
# pragma /* a
            b */ omp \
            atomic
            sum++;
#pragma \
omp \
barrier
        }
    }
    CHECK(sum == 78);
    return test_end();
}
