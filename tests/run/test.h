/* What the programs of this folder share. Each prints its results, which must be the same on the host
 * and on every device, checks them itself, and ends with `return test_end();`. */
#ifndef TEST_H
#define TEST_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int test_failures;

static inline void test_fail(const char *what, int line)
{
    if (test_failures++ < 20)
        fprintf(stderr, "line %d: not so: %s\n", line, what);
}

#define CHECK(condition) ((condition) ? (void)0 : test_fail(#condition, __LINE__))

/* Whether there is a device with a memory of its own. */
static inline int on_device(void)
{
    return omp_get_num_devices() > 0;
}

/* First in `main(int argc, char **argv)`: the program runs with this variable, from its start. */
static inline void test_environment(char **argv, const char *name, const char *value)
{
    const char *now = getenv(name);
    if (now && strcmp(now, value) == 0)
        return;
    setenv(name, value, 1);
    execv("/proc/self/exe", argv);
    exit(3);
}

static inline int test_end(void)
{
    const char *expect = getenv("ROMP_EXPECT_DEVICE");
    if (expect && atoi(expect) == 1)
        CHECK(on_device());
    puts(test_failures ? "FAILED" : "ok");
    return test_failures != 0;
}

#endif
