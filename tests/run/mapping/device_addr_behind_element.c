// host: skip (gcc 12 does not know has_device_addr)
/* What stands for `use_device_addr(rows[1][1:1])`, which has no pointer variable to hold the address: a pointer of its
   own. The pointers in the array and in the structure stay the host's. */
#include "../test.h"

struct box {
    int n;
    short *in;
};

int main(void)
{
    short x[4] = {1, 111, 3, 4}, y[3] = {5, 6, 7};
    short *elements[2] = {0, x}, **rows = elements;
    struct box boxes[2] = {{1, 0}, {3, y}}, *b = &boxes[1];
    int inside = 0, length = 0;
    {
        short *row = rows[1];
        #pragma omp target data map(tofrom: row[1:1]) use_device_addr(row[1:1])
        #pragma omp target has_device_addr(row[1:1]) map(from: inside)
        {
            inside = row[1];
            row[1] = 222;
        }
    }
    CHECK(inside == 111 && x[0] == 1 && x[1] == 222 && x[2] == 3);
    CHECK(rows[1] == x);
    {
        short *row = b->in;
        int n = b->n;
        #pragma omp target data map(tofrom: row[0:n]) use_device_addr(row[0:n])
        {
            #pragma omp target has_device_addr(row[0]) map(from: length)
            {
                length = row[2];
                row[0] = 50;
            }
            /* The host's pointers are not those of the block. */
            CHECK(b->in == y);
        }
    }
    CHECK(length == 7 && y[0] == 50 && y[1] == 6 && boxes[1].in == y);
    return test_end();
}
