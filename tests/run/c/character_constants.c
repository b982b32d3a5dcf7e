/* Character constants have type int. */
#include "../test.h"

int main(void)
{
    int sizes[3], values[4];
    #pragma omp target map(from: sizes, values)
    {
        sizes[0] = (int)sizeof 'a';
        sizes[1] = (int)sizeof(char);
        sizes[2] = (int)sizeof('a' + 1);
        values[0] = 'a';
        values[1] = '\n';
        values[2] = '\0';
        values[3] = '\x41' + '\101';
    }
    CHECK(sizes[0] == (int)sizeof(int) && sizes[1] == 1 && sizes[2] == (int)sizeof(int));
    CHECK(values[0] == 97 && values[1] == 10 && values[2] == 0 && values[3] == 130);
    printf("%d %d\n", sizes[0], values[3]);
    return test_end();
}
