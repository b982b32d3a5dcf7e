/* Where thread ids are read, equal (team, thread) pairs mean the same thread: its private storage lives on. */
#include "../test.h"

int main(void)
{
    enum { n = 3000 };
    static int key[n];

    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) schedule(static) map(from: key)
    for (int i = 0; i < n; i++)
        key[i] = omp_get_team_num() * 1024 + omp_get_thread_num();

    for (int i = 1; i < n; i++)
        CHECK(key[i] >= key[i - 1]);
    return test_end();
}
