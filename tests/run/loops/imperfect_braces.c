// host: skip
/* Braces in an imperfect nest (5.2, 4.4.1): a statement and the inner loop may stand in a block of their own. */
#include "../test.h"

int main(void)
{
    int pre = 0, body = 0, post = 0;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: pre, body, post)
    for (int i = 0; i < 3; i++) {
        {
            #pragma omp atomic
            pre++;
            for (int j = 0; j < 4; j++) {
                #pragma omp atomic
                body++;
            }
        }
    }
    CHECK(body == 12);
    CHECK(pre >= 3 && pre <= 12);

    /* Names that are declared again on the way in, statements on both sides, two more loops. */
    static int a[5][6][7];
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a)
    for (int i = 0; i < 5; i++) {
        int x = i;
        {
            int y = x * 100;
            {
                int x = y + 1;
                for (int j = 0; j < 6; j++) {
                    {
                        {
                            int y = x + j * 10;
                            for (int k = 0; k < 7; k++) {
                                if (k == 3)
                                    continue;
                                a[i][j][k] = y + k;
                            }
                            y = 0;
                        }
                    }
                }
            }
        }
    }
    int right = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 7; k++)
                right += a[i][j][k] == (k == 3 ? 0 : i * 100 + 1 + j * 10 + k);
    CHECK(right == 210);

    #pragma omp target parallel for collapse(2) num_threads(33) map(tofrom: post)
    for (int i = 0; i < 3; i++) {
        {
            {;}
            for (int j = 0; j < 0; j++)
                post = 1;
            ;
        }
    }
    CHECK(post == 0);
    return test_end();
}
