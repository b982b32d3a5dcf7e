/* When the host waits for the fake driver, and what is said of a kernel that failed before it did. */
#define _GNU_SOURCE
#include "fake_cuda.h"
#include "omp.h"
#include "romp.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failures;
#define CHECK(c) ((c) ? (void)0 : (void)(failures++, printf("line %d: %s\n", __LINE__, #c)))

static void add(void **params, unsigned teams, unsigned threads, int device)
{
    int n = *(int *)params[0], *a = *(int **)params[1];
    (void)teams, (void)threads, (void)device;
    for (int i = 0; i < n; i++)
        a[i]++;
}

static const struct fake_kernel kernels[] = {{"add_1", add}, {"add_2", add}, {"add_3", add}, {"add_4", add}, {"add_5", add}, {NULL, NULL}};
static const struct fake_global globals[] = {{NULL, NULL, 0}};
static const struct fake_module module = {"fake", kernels, globals};
static const romp_image image = {ROMP_ABI, 0, ROMP_UNIT, "", &module, sizeof module, NULL, 0, NULL, 0};

__attribute__((constructor)) static void announce(void)
{
    romp_register_image(&image);
}
__attribute__((destructor)) static void withdraw(void)
{
    romp_unregister_image(&image);
}

/* A program that is linked with CUDA's runtime library, of which there is no more here than this. */
#ifdef WITH_CUDA_RUNTIME
int cudaLaunchKernel(void);
int cudaLaunchKernel(void)
{
    return 0;
}
#endif

enum { N = 16 };
static int a[N], n = N;

/* How often the host has waited since the last call. */
static int waits(void)
{
    static int before;
    int (*all)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "fake_cuda_waits");
    int now = all(), since = now - before;
    return before = now, since;
}

#define REGION(line, kernel, ...) \
    ROMP_TARGET("queue.c:" #line, kernel, romp_block(32), romp_num_teams(1), romp_value(n), romp_tofrom(a, 0, N), ##__VA_ARGS__) \
        failures++

static void *region(void *unused)
{
    REGION(60, add_1);
    return unused;
}

/* Each place where the host waits, and a few where it need not. */
static void places(void)
{
    int host = omp_get_initial_device(), b[N];
    ROMP_ENTER_DATA("queue.c:1", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
    waits();
    for (int k = 0; k < 1000; k++)
        REGION(2, add_1);
    CHECK(waits() == 0);
    ROMP_UPDATE("queue.c:3", romp_map("a", a, a, sizeof a, NULL, ROMP_FROM));
    CHECK(waits() == 1 && a[0] == 1000 && a[N - 1] == 1000);
    ROMP_UPDATE("queue.c:4", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
    REGION(5, add_1);
    CHECK(waits() == 0);
    omp_get_wtime();
    CHECK(waits() == 1);
    omp_get_wtime();
    CHECK(waits() == 0);
    REGION(6, add_1, romp_prints());
    CHECK(waits() == 1);
    /* Copies back at the end of the region. */
    ROMP_TARGET("queue.c:7", add_1, romp_block(32), romp_num_teams(1), romp_value(n),
                romp_map("a", a, a, sizeof a, NULL, ROMP_TO | ROMP_FROM | ROMP_ALWAYS | ROMP_PARAM))
        failures++;
    CHECK(waits() == 1 && a[0] == 1001);
    /* A copy of its own, which is freed behind it. */
    ROMP_TARGET("queue.c:8", add_1, romp_block(32), romp_num_teams(1), romp_value(n), romp_private_copy(b))
        failures++;
    CHECK(waits() == 1);
    /* Data of its own, which is unmapped. */
    REGION(9, add_1);
    ROMP_TARGET("queue.c:9", add_1, romp_block(32), romp_num_teams(1), romp_value(n), romp_alloc(b, 0, N))
        failures++;
    CHECK(waits() == 1);
    /* A pointer that leads to nothing mapped. */
    int *p = b;
    ROMP_TARGET("queue.c:10", add_1, romp_block(32), romp_num_teams(1), romp_value(n), romp_pointer(p))
        failures++;
    CHECK(waits() == 1);
    /* Host code has an address of the device: for each region, until the memory goes. */
    REGION(11, add_1);
    int *q = omp_target_alloc(64, 0);
    CHECK(waits() == 1);
    REGION(12, add_1);
    REGION(12, add_1);
    CHECK(waits() == 2);
    omp_target_free(q, 0);
    waits();
    REGION(13, add_1);
    CHECK(waits() == 0);
    CHECK(omp_target_memcpy(b, omp_get_mapped_ptr(a, 0), sizeof b, 0, 0, host, 0) == 0);
    CHECK(b[0] == 1006);
    waits();
    REGION(14, add_1);
    CHECK(waits() == 1);
    ROMP_EXIT_DATA("queue.c:15", romp_map("a", a, a, sizeof a, NULL, ROMP_DELETE));
    waits();
    ROMP_TARGET_DATA("queue.c:16", romp_map("a", a, a, sizeof a, NULL, ROMP_TO | ROMP_FROM)) {
        CHECK(waits() == 0);
        REGION(17, add_1);
        REGION(17, add_1);
        CHECK(waits() == 0);
        romp_use_device(a);
        CHECK(waits() == 1);
        REGION(18, add_1);
        CHECK(waits() == 1);
    }
    CHECK(a[0] == 1004);
    /* Another thread waits for what this one has left, for the copy of what it uses, and for its own. */
    ROMP_ENTER_DATA("queue.c:20", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
    waits();
    REGION(21, add_1);
    CHECK(waits() == 0);
    pthread_t other;
    pthread_create(&other, NULL, region, NULL);
    pthread_join(other, NULL);
    CHECK(waits() == 3);
    REGION(22, add_1);
    CHECK(waits() == 1);
    ROMP_EXIT_DATA("queue.c:23", romp_map("a", a, a, sizeof a, NULL, ROMP_FROM));
    CHECK(a[0] == 1007);
}

static volatile sig_atomic_t handled;

static void handler(int signal)
{
    struct timespec t;
    (void)signal;
    clock_gettime(CLOCK_MONOTONIC, &t);
    handled = 1 + waits();
}

/* The clocks of the C library; this program is linked with --wrap. */
static void clocks(void)
{
    struct timespec t;
    struct timeval v;
    ROMP_ENTER_DATA("queue.c:1", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
    CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec > 0);
    waits();
    CHECK(gettimeofday(&v, NULL) == 0 && v.tv_sec > 1000000000);
    CHECK(waits() == 0);
    for (int k = 0; k < 3; k++) {
        REGION(2, add_1);
        REGION(3, add_2);
        if (k == 0)
            clock();
        else if (k == 1)
            gettimeofday(&v, NULL);
        else
            CHECK(timespec_get(&t, TIME_UTC) == TIME_UTC);
        CHECK(waits() == 1);
        clock_gettime(CLOCK_MONOTONIC, &t);
        CHECK(waits() == 0);
    }
    /* Not in a handler, which may have interrupted anything. */
    REGION(4, add_1);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    CHECK(handled == 1);
    CHECK(clock() >= 0 && waits() == 1);
    /* A child that ends has no device to wait for. */
    REGION(5, add_1);
    pid_t child = fork();
    if (child == 0)
        exit(7);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    CHECK(waits() == 0);
}

static void late(void)
{
    REGION(50, add_5);
    CHECK(waits() == 2);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "places")) {
        places();
    } else if (!strcmp(what, "clocks")) {
        clocks();
    } else if (!strcmp(what, "count")) {
        ROMP_ENTER_DATA("queue.c:1", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
        waits();
        for (int k = 0; k < 10; k++)
            REGION(2, add_1);
        printf("%d waits\n", waits());
    } else if (!strcmp(what, "end")) {
        /* Handlers that are called behind the runtime's own. */
        atexit(late);
        ROMP_ENTER_DATA("queue.c:1", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
        REGION(10, add_1);
        REGION(20, add_2);
        REGION(30, add_3);
        REGION(40, add_4);
        REGION(50, add_5);
        puts("launched");
        fflush(stdout);
        if (argc > 2)
            /* An error of the host's own, which came later. */
            ROMP_EXIT_DATA("queue.c:60", romp_map("n", &n, &n, sizeof n, NULL, ROMP_PRESENT | ROMP_FROM));
        waits();
        return 0;
    } else {
        ROMP_ENTER_DATA("queue.c:1", romp_map("a", a, a, sizeof a, NULL, ROMP_TO));
        for (int k = 0; k < 100; k++) {
            REGION(10, add_1);
            REGION(20, add_2);
        }
        ROMP_UPDATE("queue.c:3", romp_map("a", a, a, sizeof a, NULL, ROMP_FROM));
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
