/* Data environments: globals, structs with attached pointers, nesting, counts, errors. */
#include "romp.h"
#include "omp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int table[4] = {1, 2, 3, 4};
ROMP_DECLARE_TARGET(table)
double linked[3] = {1, 2, 3};
ROMP_DECLARE_TARGET_LINK(linked)

struct list {
    int n;
    float *values;
    int sum;
};

static int failures;
#define CHECK(c) ((c) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #c)))

static void globals(void)
{
    int got[4];
    /* The image's own initial values, then what update sends. */
    table[0] = 100;
    ROMP_TARGET("data.c:1", read_1, romp_num_teams(1), romp_num_threads(1), romp_from_var(got))
        failures++;
    CHECK(got[0] == 1 && got[3] == 4);
    ROMP_UPDATE("data.c:2", romp_map("table", table, table, sizeof table, NULL, ROMP_TO));
    ROMP_TARGET("data.c:3", read_1, romp_num_teams(1), romp_num_threads(1), romp_from_var(got))
        failures++;
    CHECK(got[0] == 100 && got[1] == 2);
    /* A permanent entry: mapping it copies nothing, always does. */
    table[0] = 7;
    ROMP_TARGET("data.c:4", write_2, romp_num_teams(1), romp_num_threads(1), romp_map("table", table, table, sizeof table, NULL, ROMP_TO | ROMP_FROM))
        failures++;
    CHECK(table[0] == 7);
    ROMP_UPDATE("data.c:5", romp_map("table", table, table, sizeof table, NULL, ROMP_FROM));
    CHECK(table[0] == 1100);
    ROMP_EXIT_DATA("data.c:6", romp_map("table", table, table, sizeof table, NULL, ROMP_DELETE));
    CHECK(omp_target_is_present(table, 0));

    double sum = 0;
    ROMP_TARGET_DATA("data.c:7", romp_map("linked", linked, linked, sizeof linked, NULL, ROMP_TO))
        ROMP_TARGET("data.c:8", link_3, romp_num_teams(1), romp_num_threads(1), romp_from_var(sum))
            failures++;
    CHECK(sum == 6);
}

static void structs(void)
{
    float numbers[5] = {1, 2, 3, 4, 5};
    struct list s = {5, numbers, 0};
    /* The members of a list before the struct that holds them, and a pointer that must stay the host's. */
    ROMP_TARGET("data.c:9", total_4, romp_num_teams(1), romp_num_threads(1),
                romp_map("s.values[0:5]", s.values, s.values, sizeof numbers, &s.values, ROMP_TO | ROMP_FROM),
                romp_tofrom_var(s))
        failures++;
    CHECK(s.sum == 15 && s.values == numbers && numbers[0] == 2 && numbers[4] == 6);

    /* The struct is there already; members come and go. */
    ROMP_ENTER_DATA("data.c:10", romp_map("s", &s, &s, sizeof s, NULL, ROMP_TO));
    for (int round = 0; round < 2; round++)
        ROMP_TARGET_DATA("data.c:11", romp_map("s.values[0:5]", s.values, s.values, sizeof numbers, &s.values, ROMP_TO | ROMP_FROM)) {
            s.n = 4;
            ROMP_UPDATE("data.c:12", romp_map("s", &s, &s, sizeof s, NULL, ROMP_TO)); /* the device keeps its pointer */
            ROMP_TARGET("data.c:13", total_4, romp_num_teams(1), romp_num_threads(1), romp_tofrom_var(s))
                failures++;
        }
    ROMP_UPDATE("data.c:14", romp_map("s.sum", &s, &s.sum, sizeof s.sum, NULL, ROMP_FROM));
    CHECK(s.sum == 3 + 4 + 5 + 6 && s.values == numbers && numbers[0] == 4 && numbers[4] == 6);
    ROMP_EXIT_DATA("data.c:15", romp_map("s", &s, &s, sizeof s, NULL, ROMP_FROM));
    CHECK(s.values == numbers && !omp_target_is_present(&s, 0));

    /* Two members without the rest: they keep their distance. */
    s.n = 5;
    s.sum = -1;
    ROMP_TARGET("data.c:16", members_5, romp_num_teams(1), romp_num_threads(1),
                romp_map("s.n", &s, &s.n, sizeof s.n, NULL, ROMP_TO | ROMP_PARAM),
                romp_map("s.sum", &s, &s.sum, sizeof s.sum, NULL, ROMP_FROM))
        failures++;
    CHECK(s.sum == 50);
}

static void counts(void)
{
    int n = 10, *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i;
    ROMP_TARGET_DATA("data.c:20", romp_map("x[0:n]", x, x, n * sizeof *x, NULL, ROMP_TO | ROMP_FROM)) {
        ROMP_TARGET("data.c:21", twice_6, romp_block(32), romp_iterations(n), romp_value(n), romp_pointer(x))
            failures++;
        CHECK(x[9] == 9);
        ROMP_TARGET("data.c:22", twice_6, romp_block(32), romp_iterations(n), romp_value(n), romp_tofrom(x, 0, n))
            failures++;
        CHECK(x[9] == 9); /* counted, not copied */
        int part = 2;
        ROMP_TARGET("data.c:23", twice_6, romp_value(part), romp_map("x[4:2]", x + 4, x + 4, 2 * sizeof *x, NULL, ROMP_FROM | ROMP_ALWAYS | ROMP_PARAM))
            failures++;
        CHECK(x[3] == 3 && x[4] == 32 && x[5] == 40 && x[6] == 6);
        int *device = romp_use_device(x + 1);
        CHECK(device != x + 1 && device == omp_get_mapped_ptr(x + 1, 0));
        int got;
        CHECK(omp_target_memcpy(&got, device, sizeof got, 0, 4, omp_get_initial_device(), 0) == 0 && got == 8);
    }
    CHECK(x[9] == 36 && x[3] == 12 && !omp_target_is_present(x, 0));
    CHECK(romp_use_device(x) == x);

    ROMP_ENTER_DATA("data.c:24", romp_map("x[0:n]", x, x, n * sizeof *x, NULL, ROMP_TO));
    ROMP_ENTER_DATA("data.c:25", romp_map("x[2:3]", x, x + 2, 3 * sizeof *x, NULL, ROMP_TO));
    ROMP_EXIT_DATA("data.c:26", romp_map("x[0:n]", x, x, n * sizeof *x, NULL, ROMP_RELEASE));
    CHECK(omp_target_is_present(x + 9, 0));
    ROMP_EXIT_DATA("data.c:27", romp_map("x[0:n]", x, x, n * sizeof *x, NULL, ROMP_DELETE));
    CHECK(!omp_target_is_present(x + 3, 0));
    ROMP_EXIT_DATA("data.c:28", romp_map("x[0:n]", x, x, n * sizeof *x, NULL, ROMP_FROM)); /* not there: nothing */

    /* Sections: the parameter stands for the base. */
    ROMP_TARGET("data.c:29", twice_at_7, romp_num_teams(1), romp_num_threads(1), romp_tofrom(x, 7, 2))
        failures++;
    CHECK(x[7] == 2 * 28 && x[8] == 2 * 32 && x[6] == 24);

    /* firstprivate arrays: storage of the launch's own. */
    int own[4] = {1, 2, 3, 4}, sum = 0;
    ROMP_TARGET("data.c:30", own_8, romp_num_teams(1), romp_num_threads(1), romp_private_copy(own), romp_from_var(sum))
        failures++;
    CHECK(sum == 20 && own[0] == 1);

    /* A zero-length section of what is not mapped keeps its value. */
    int *nowhere = x, is_null = -1;
    ROMP_TARGET("data.c:31", same_9, romp_num_teams(1), romp_num_threads(1), romp_pointer(nowhere), romp_value(nowhere), romp_from_var(is_null))
        failures++;
    CHECK(is_null == 1);
    free(x);
}

static void routines(void)
{
    int host = omp_get_initial_device(), grid[4][5], back[2][2] = {{0}};
    CHECK(omp_get_num_devices() == 1 && host == 1 && omp_get_device_num() == host && omp_is_initial_device());
    for (int i = 0; i < 20; i++)
        ((int *)grid)[i] = i;
    int *device = omp_target_alloc(sizeof grid, 0);
    CHECK(device && omp_target_is_accessible(device + 3, 4, 0) && !omp_target_is_accessible(device + 20, 4, 0));
    CHECK(omp_target_memcpy(device, grid, sizeof grid, 0, 0, 0, host) == 0);
    size_t volume[2] = {2, 2}, to[2] = {0, 0}, from[2] = {1, 2}, to_size[2] = {2, 2}, from_size[2] = {4, 5};
    CHECK(omp_target_memcpy_rect(back, device, sizeof(int), 2, volume, to, from, to_size, from_size, host, 0) == 0);
    CHECK(back[0][0] == 7 && back[0][1] == 8 && back[1][0] == 12 && back[1][1] == 13);
    CHECK(omp_target_memset(device, 1, 8, 0) == device);
    CHECK(omp_target_memcpy_async(back, device, 8, 0, 0, host, 0, 0, NULL) == 0 && back[0][1] == 0x01010101);
    CHECK(omp_target_memcpy(back, device, 8, 0, 0, host, 5) != 0);
    CHECK(omp_target_associate_ptr(grid, device, sizeof grid, 0, 0) == 0 && omp_get_mapped_ptr(grid[1], 0) == device + 5);
    ROMP_TARGET("data.c:40", own_8, romp_num_teams(1), romp_num_threads(1), romp_tofrom(grid[0], 0, 4), romp_from_var(volume))
        failures++;
    CHECK(grid[0][0] == 0);
    CHECK(omp_target_disassociate_ptr(grid, 0) == 0 && omp_target_disassociate_ptr(grid, 0) != 0);
    omp_target_free(device, 0);
    omp_set_default_device(1);
    int ran = 0;
    ROMP_TARGET("data.c:41", own_8, romp_num_teams(1))
        ran = 1;
    CHECK(ran && omp_get_default_device() == 1);
    omp_set_default_device(0);
}

static void wrong(const char *what)
{
    int n = 100, *x = calloc(n, sizeof *x);
    static int never[50];
    ROMP_ENTER_DATA("data.c:50", romp_to(x, 0, 10));
    if (!strcmp(what, "partial"))
        ROMP_TARGET("data.c:51", twice_6, romp_value(n), romp_tofrom(x, 0, n))
            return;
    if (!strcmp(what, "present"))
        ROMP_ENTER_DATA("data.c:52", romp_map("never[0:50]", never, never, sizeof never, NULL, ROMP_TO | ROMP_PRESENT));
    if (!strcmp(what, "unmapped"))
        ROMP_TARGET("data.c:53", twice_6, romp_value(n), romp_pointer(never))
            return;
    if (!strcmp(what, "stack")) {
        int local[100] = {0}, *p = local;
        ROMP_TARGET("data.c:54", twice_6, romp_value(n), romp_pointer(p))
            return;
    }
    if (!strcmp(what, "beyond"))
        ROMP_TARGET("data.c:55", twice_6, romp_value(n), romp_pointer(x))
            return;
    if (!strcmp(what, "host")) {
        ROMP_TARGET("data.c:56", twice_6, romp_value(n), romp_value(x))
            return;
    }
    if (!strcmp(what, "freed")) {
        int *device = omp_get_mapped_ptr(x, 0);
        ROMP_EXIT_DATA("data.c:57", romp_map("x[0:10]", x, x, 10 * sizeof *x, NULL, ROMP_DELETE));
        ROMP_TARGET("data.c:58", twice_6, romp_value(n), romp_value(device))
            return;
    }
    if (!strcmp(what, "memory"))
        ROMP_ENTER_DATA("data.c:59", romp_map("big[0:1000000000]", x, x + 100, 4000000000u, NULL, 0));
    puts("not found");
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        wrong(argv[1]);
        return 0;
    }
    globals();
    structs();
    counts();
    routines();
    printf("%d failures\n", failures);
    return failures != 0;
}
