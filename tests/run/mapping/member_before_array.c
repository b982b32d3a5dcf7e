// known failure: the structure that holds a mapped pointer counts as mapped, and cannot grow to the array it is in
/* A section behind a pointer in one structure of an array is mapped alone, then the whole array: 5.2, 5.8.3, forbids
   to map more of what is mapped already, but the structure was not mapped, only what its member points to. */
#include "../test.h"

struct box {
    int before;
    unsigned *in;
    int n;
};

static struct box boxes[3];

int main(void)
{
    unsigned values[3][4];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++)
            values[k][i] = (unsigned)(10 * k + i);
        boxes[k] = (struct box){k, values[k], 4};
    }
#pragma omp target enter data map(to: boxes[1].in[0:4])
#pragma omp target enter data map(to: boxes[0:3])
    unsigned sum = 0;
#pragma omp target map(tofrom: sum)
    {
        boxes[1].in[2] += 100;
        sum = boxes[1].in[3] + (unsigned)boxes[2].before;
    }
    CHECK(sum == 15);
#pragma omp target exit data map(from: boxes[1].in[0:4])
#pragma omp target exit data map(from: boxes[0:3])
    CHECK(values[1][2] == 112);
    CHECK(boxes[1].in == values[1]);
    return test_end();
}
