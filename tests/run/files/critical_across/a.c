/* Critical sections of one name in two files, and one in a function of the other file. */
#include "../../test.h"
#include "shared.h"

int main(void)
{
    int sum = 0, all = 0;
    count_there(&all, 132);
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: sum)
    for (int i = 0; i < 132; i++) {
        #pragma omp critical(both)
        sum = sum + i;
        add_there(&sum, 1);
    }
    CHECK(sum == 132 * 131 / 2 + 132);
    CHECK(all == 132);
    return test_end();
}
