/* What the programs of rodinia-ports share: arguments, random numbers, allocation, results. For C and C++. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum port_size { PORT_TEST, PORT_SMALL, PORT_LARGE };

struct port_arguments {
    enum port_size size;
    int repeat;
};

/* Reads `--size test|small|large` and `--repeat N`; ends the program on anything else. A reference that takes long is
   compiled with `-DPORT_ONCE` and repeats nothing. */
static inline struct port_arguments port_arguments(int argc, char **argv)
{
    struct port_arguments a = {PORT_TEST, 1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--size") && !strcmp(value, "test"))
            a.size = PORT_TEST;
        else if (!strcmp(argv[i], "--size") && !strcmp(value, "small"))
            a.size = PORT_SMALL;
        else if (!strcmp(argv[i], "--size") && !strcmp(value, "large"))
            a.size = PORT_LARGE;
        else if (!strcmp(argv[i], "--repeat") && atoi(value) > 0)
            a.repeat = atoi(value);
        else {
            fprintf(stderr, "usage: %s [--size test|small|large] [--repeat N]\n", argv[0]);
            exit(2);
        }
        i++;
    }
#ifdef PORT_ONCE
    a.repeat = 1;
#endif
    return a;
}

/* Seconds of a clock that only rises. */
static inline double port_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Memory for `count` elements of `bytes` bytes, all 0; ends the program where there is none. */
__attribute__((malloc)) static inline void *port_allocate(size_t count, size_t bytes)
{
    void *p = calloc(count ? count : 1, bytes);
    if (!p) {
        fprintf(stderr, "no memory for %zu times %zu bytes\n", count, bytes);
        exit(1);
    }
    return p;
}

/* The next number of a fixed sequence (xorshift64*, Vigna 2016); `state` must not be 0. */
static inline uint64_t port_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717ull;
}

/* A number from 0 to `bound` - 1. */
static inline uint32_t port_random_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)(((port_random(state) >> 32) * bound) >> 32);
}

/* A number from 0 up to, but not including, 1. */
static inline double port_random_unit(uint64_t *state)
{
    return (double)(port_random(state) >> 11) * (1.0 / 9007199254740992.0);
}

/* An array of the input. */
struct port_array {
    void *data;
    size_t bytes;
};

/* The path of the file that keeps input which takes long to make; 0 where nobody asks for that. The folder is one of
   this program, size and generator. */
static inline int port_input_path(char *path, size_t size, const char *ending)
{
    const char *folder = getenv("ROMP_BENCH_INPUT");
    return folder && (size_t)snprintf(path, size, "%s/input%s", folder, ending) < size;
}

/* Reads `count` arrays that an earlier run has kept into memory of their own; 0 where there are none: they are to be
   made, and kept. */
static inline int port_take_input(struct port_array *arrays, int count)
{
    char path[4096];
    FILE *f = port_input_path(path, sizeof path, "") ? fopen(path, "rb") : NULL;
    if (!f)
        return 0;
    int taken = 0, whole = 1;
    while (whole && taken < count) {
        struct port_array *array = &arrays[taken];
        uint64_t bytes;
        whole = fread(&bytes, sizeof bytes, 1, f) == 1;
        if (!whole)
            break;
        taken++;
        array->bytes = (size_t)bytes;
        array->data = port_allocate(array->bytes, 1);
        whole = fread(array->data, 1, array->bytes, f) == array->bytes;
    }
    fclose(f);
    while (!whole && taken > 0)
        free(arrays[--taken].data);
    return whole;
}

/* Keeps arrays for later runs. Where that fails they are made again. */
static inline void port_keep_input(const struct port_array *arrays, int count)
{
    char path[4096], unfinished[4096], ending[32];
    snprintf(ending, sizeof ending, ".%ld", (long)getpid());
    if (!port_input_path(path, sizeof path, "") || !port_input_path(unfinished, sizeof unfinished, ending))
        return;
    FILE *f = fopen(unfinished, "wb");
    if (!f)
        return;
    int whole = 1;
    for (int i = 0; i < count && whole; i++) {
        uint64_t bytes = arrays[i].bytes;
        whole = fwrite(&bytes, sizeof bytes, 1, f) == 1 && fwrite(arrays[i].data, 1, arrays[i].bytes, f) == bytes;
    }
    /* Other runs see all of it or nothing. */
    if (fclose(f) || !whole || rename(unfinished, path))
        remove(unfinished);
}

/* Writes `count` elements of `bytes` bytes to a file in the current folder. */
static inline void port_write(const char *path, const void *data, size_t count, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, bytes, count, f) != count || fclose(f)) {
        perror(path);
        exit(1);
    }
}

/* Tells `romp2cuda bench` the figures of one `solve`; `seconds` is the mean over the repetitions. */
static inline void port_report(double seconds, int solves, double flops, double bytes)
{
    printf("@ seconds %.9g\n@ solves %d\n@ flops %.9g\n@ bytes %.9g\n", seconds, solves, flops, bytes);
}

#ifdef __cplusplus
extern "C" {
#endif
/* Starts the device, so that `solve` is timed without it. Each variant links one definition. */
void port_start_device(void);
#ifdef __cplusplus
}
#endif

#endif
