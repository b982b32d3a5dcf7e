/* Which constructs are measured, for how many threads each: what both programs must print. */
#include "constructs.h"

int main(int argc, char **argv)
{
    read_size(argc, argv);
#define PRINT(name, rounds, passes, by_hand, check)                                                                    \
    for (int at = 0; at < count_of_sizes; at++)                                                                        \
        printf("%s %d\n", #name, sizes[at]);
    CONSTRUCTS(PRINT)
    return 0;
}
