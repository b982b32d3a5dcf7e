/* The CUDA back end against the fake driver: launches, devices, globals, faults. */
#include "fake_cuda.h"
#include "omp.h"
#include "romp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int counter = 5;
ROMP_DECLARE_TARGET(counter)
static int on_device[2] = {5, 5};

/* As romp/team_slices.cuh has it. */
struct slices {
    char *base;
    unsigned *taken;
    unsigned long long count, bytes;
};

static int failures;
#define CHECK(c) ((c) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #c)))

static void saxpy(void **params, unsigned teams, unsigned threads, int device)
{
    int n = *(int *)params[0];
    float a = *(float *)params[1], *x = *(float **)params[2], *y = *(float **)params[3];
    (void)device;
    CHECK(teams == (n + 255u) / 256 && threads == 256);
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void shape(void **params, unsigned teams, unsigned threads, int device)
{
    int *out = *(int **)params[0];
    out[0] = teams;
    out[1] = threads;
    out[2] = device;
    out[3] = ++on_device[device];
}

/* A slice for each of the teams that the device holds at once: the words of those that a team may look for are
 * zero. */
static void slices(void **params, unsigned teams, unsigned threads, int device)
{
    const struct slices *all = params[0], *stacks = params[1], *linked = params[2];
    const unsigned fit = (4 + device) * (2048 / threads), count = teams < fit ? teams : fit;
    CHECK(all->count == count && all->bytes == 128 << 10);
    CHECK(stacks->count == count && stacks->bytes == (96 + 16) * threads);
    CHECK(linked->base == NULL && linked->bytes == 0);
    for (unsigned k = 0; k < count && count < teams; k++)
        CHECK(all->taken[k] == 0 && stacks->taken[k] == 0);
    memset(all->base, 1, all->count * all->bytes);
    memset(stacks->base, 1, stacks->count * stacks->bytes);
}

static const struct fake_kernel kernels[] = {{"saxpy_1_u1", saxpy}, {"shape_2_u1", shape}, {"slices_3_u1", slices}, {NULL, NULL}};
static const struct fake_global globals[] = {{"counter_u1", on_device, sizeof(int)}, {NULL, NULL, 0}};
static const struct fake_module bad = {"other", NULL, NULL}, module = {"fake", kernels, globals};
/* The first does not fit; the second does. */
static const romp_image images[] = {{ROMP_ABI, 0, ROMP_UNIT, "", &bad, sizeof bad, NULL, 0, NULL, 0},
                                    {ROMP_ABI, 0, ROMP_UNIT, "_u1", &module, sizeof module, NULL, 0, NULL, 0}};

__attribute__((constructor)) static void announce(void)
{
    romp_register_image(&images[0]);
    romp_register_image(&images[1]);
}
__attribute__((destructor)) static void withdraw(void)
{
    romp_unregister_image(&images[0]);
    romp_unregister_image(&images[1]);
}

int main(int argc, char **argv)
{
    const char *quick = argc > 1 ? argv[1] : NULL;
    int n = 1000, out[4];
    float a = 2, *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 1;
    }
    for (int round = 0; round < 2; round++)
        ROMP_TARGET("cuda.c:66", saxpy_1, romp_block(256), romp_iterations(n), romp_value(n), romp_value(a),
                    romp_to(x, 0, n), romp_tofrom(y, 0, n)) {
            puts("on the host");
            for (int i = 0; i < n; i++)
                y[i] += a * x[i];
        }
    CHECK(y[0] == 1 && y[999] == 1 + 4 * 999.f);
    if (quick)
        return 0;
    CHECK(omp_get_num_devices() == 2);
    for (int d = 0; d < 2; d++) {
        ROMP_TARGET("cuda.c:77", shape_2, romp_device(d), romp_from_var(out))
            failures++;
        /* Multiprocessors times what fits; the usual number of threads. */
        CHECK(out[0] == (4 + d) * 16 && out[1] == 128 && out[2] == d && out[3] == 6);
    }
    int wide = 2000;
    ROMP_TARGET("cuda.c:83", shape_2, romp_num_threads(wide), romp_num_teams(3), romp_from_var(out))
        failures++;
    CHECK(out[0] == 3 && out[1] == 512 && out[3] == 7);
    ROMP_UPDATE("cuda.c:86", romp_map("counter", &counter, &counter, sizeof counter, NULL, ROMP_FROM));
    CHECK(counter == 7);
    ROMP_UPDATE("cuda.c:88", romp_device(1), romp_map("counter", &counter, &counter, sizeof counter, NULL, ROMP_FROM));
    CHECK(counter == 6);

    for (int teams = 1; teams < 400; teams += 199)
        ROMP_TARGET("cuda.c:90", slices_3, romp_num_teams(teams), romp_block(128), romp_dynamic_shared(90000),
                    romp_team_arena(64), romp_thread_stacks(romp_array(11, 8)), romp_linked_arena(0))
            failures++;
    if (getenv("TOO_MUCH_SHARED"))
        ROMP_TARGET("cuda.c:91", shape_2, romp_dynamic_shared(101300), romp_from_var(out))
            failures++;

    int *p = omp_target_alloc(64, 0), *q = omp_target_alloc(64, 1), host = omp_get_initial_device(), back[16];
    omp_target_memset(p, 3, 64, 0);
    CHECK(omp_target_memcpy(q, p, 64, 0, 0, 1, 0) == 0 && omp_target_memcpy(back, q, 64, 0, 0, host, 1) == 0);
    CHECK(back[15] == 0x03030303);
    omp_target_free(p, 0);
    omp_target_free(q, 1);

    /* Regions of several host threads at once: their counts add up. */
    int total = 0;
#pragma omp parallel for num_threads(8) reduction(+ : total)
    for (int i = 0; i < 400; i++) {
        int d = i % 2, mine[4];
        ROMP_TARGET("cuda.c:103", shape_2, romp_device(d), romp_num_teams(1), romp_from_var(mine), romp_map("x", x, x, 4000, NULL, ROMP_TO | ROMP_FROM))
            continue;
        total += mine[2] == d;
    }
    CHECK(total == 400 && !omp_target_is_present(x, 0) && !omp_target_is_present(x, 1));
    printf("%d failures\n", failures);
    return failures != 0;
}
