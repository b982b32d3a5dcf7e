/* Barriers, shared storage, ids; and what goes wrong with them: argument 1 chooses. */
#include "romp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "sums";
    int teams = 5, threads = 33;
    int sums[5];
    if (!strcmp(what, "sums")) {
        ROMP_TARGET("team.c:14", sums_1, romp_num_teams(teams), romp_num_threads(threads), romp_from_var(sums))
            return 2;
        for (int t = 0; t < teams; t++)
            printf("%d%c", sums[t], t + 1 < teams ? ' ' : '\n');
    } else if (!strcmp(what, "deadlock")) {
        ROMP_TARGET("team.c:19", deadlock_2, romp_num_teams(1), romp_num_threads(threads))
            return 2;
    } else if (!strcmp(what, "assert")) {
        puts("before");
        ROMP_TARGET("team.c:23", assert_3, romp_num_teams(2), romp_num_threads(threads))
            return 2;
    } else if (!strcmp(what, "print")) {
        ROMP_TARGET("team.c:26", print_4, romp_num_teams(2), romp_num_threads(2))
            return 2;
    } else if (!strcmp(what, "hang")) {
        ROMP_TARGET("team.c:29", hang_5, romp_num_teams(1), romp_num_threads(2))
            return 2;
    } else if (!strcmp(what, "shape")) {
        int n = 0;
        ROMP_TARGET("team.c:33", print_4, romp_num_teams(n), romp_num_threads(2))
            return 2;
    } else if (!strcmp(what, "parameters")) {
        ROMP_TARGET("team.c:36", sums_1, romp_num_teams(1))
            return 2;
    } else if (!strcmp(what, "device")) {
        int which = 7;
        ROMP_TARGET("team.c:40", print_4, romp_device(which))
            return 2;
    } else if (!strcmp(what, "null")) {
        int *p = NULL, zero = 0;
        ROMP_TARGET("team.c:44", null_6, romp_num_teams(1), romp_num_threads(2), romp_pointer(p), romp_value(zero))
            return 2;
    } else if (!strcmp(what, "stack")) {
        int depth = 1000000;
        ROMP_TARGET("team.c:48", stack_7, romp_num_teams(1), romp_num_threads(2), romp_value(depth))
            return 2;
    } else if (!strcmp(what, "own")) {
        int out[3];
        ROMP_TARGET("team.c:52", own_data_8, romp_num_teams(1), romp_num_threads(3), romp_from_var(out))
            return 2;
        printf("%d %d %d\n", out[0], out[1], out[2]);
    } else if (!strcmp(what, "hostregion")) {
        ROMP_TARGET("team.c:43", print_4, romp_if(argc < 0))
            puts("host");
        ROMP_TARGET("team.c:45", print_4, romp_device(1))
            puts("host, by number");
    }
    return 0;
}
