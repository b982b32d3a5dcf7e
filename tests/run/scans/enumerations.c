/* `scan` over the maximum of an enumeration, which is unsigned in C. */
#include "../test.h"

enum plain { A, B, C, D };

int main(void)
{
    enum plain r = A, last = A, x[100];
    #pragma omp target map(tofrom: r) map(from: x)
    #pragma omp parallel for reduction(inscan, max: r)
    for (int i = 0; i < 100; i++) {
        {
            enum plain v = i == 60 ? (enum plain)-3 : (enum plain)(i / 34 + 1);
            if (r < v)
                r = v;
        }
        #pragma omp scan inclusive(r)
        x[i] = r;
    }
    CHECK(r == (enum plain)-3);
    for (int i = 0; i < 100; i++) {
        enum plain v = i == 60 ? (enum plain)-3 : (enum plain)(i / 34 + 1);
        if (last < v)
            last = v;
        CHECK(x[i] == last);
    }
    return test_end();
}
