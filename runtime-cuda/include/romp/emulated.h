/* romp/emulated.h: the interface between the runtime and a device image that is compiled for the host.
 *
 * Included by romp/device.cuh when ROMP_EMULATED is defined; the runtime's `emulated` and `ffi` have the same structs.
 * Knows nothing of kernels' types: those are in romp/emulated.cuh.
 */
#ifndef ROMP_EMULATED_H
#define ROMP_EMULATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A range of blocks of one launch; what romp_emulated_kernel.run receives. */
typedef struct romp_launch {
    uint32_t teams;   /* the whole launch's blocks */
    uint32_t threads; /* a block's threads */
    uint32_t first;   /* this call runs blocks first .. last-1, on the calling OS thread */
    uint32_t last;
    int32_t device;
    uint32_t seed; /* 0: a block's threads run in the order of their numbers */
    uint32_t grid_x, grid_y, block_x; /* its dimensions, of which those of the grid give `teams` with a third one */
} romp_launch;

/* The bounds of the image's own data, which checked code may access; romp_image.data of an emulated image points to
 * one. */
typedef struct romp_emulated_extent {
    const void *begin;
    const void *end;
} romp_emulated_extent;

/* A function or variable of device code that units share, as one of them declares it. */
typedef struct romp_emulated_shared {
    const char *name;
    const char *declaration; /* as C writes it */
    const char *type;        /* equal where two declarations agree; without the length of an array */
    uint64_t length;         /* of an array; 0: none is given */
    const char *place;       /* where it is defined, or used first and by whom */
    uint32_t function;
    uint32_t defined; /* 1: in this unit; 0: this unit needs it */
} romp_emulated_shared;

typedef struct romp_emulated_data {
    uint32_t checked; /* bit 0: compiled with -fsanitize=kernel-address, bit 1: with -fsanitize=thread, bit 2: the lines
                         of its tables are those of the CUDA file; from bit 8 on what it was to be checked for: 1
                         memory, 2 races */
    uint32_t extent_count;
    const romp_emulated_extent *extents;
    const romp_emulated_shared *shared;
    uint64_t shared_count;
} romp_emulated_data;

/* Registers, for messages, the image's record of what this OS thread runs now: team, teams, thread, threads, and
 * whether `thread` is up to date. */
void romp_emulated_place(const unsigned *place);
/* Runs `thread(context, t)` for t = 0 .. threads-1 as coroutines, until all have returned. */
void romp_emulated_team(uint32_t team, uint32_t threads, void (*thread)(void *context, uint32_t t), void *context);
/* From a coroutine: waits until `count` threads stand at the barrier of this number; count 0: all of the
 * block that have not returned. They must agree on the count and on the kind: 0, the place in the source;
 * 1, the begin of a parallel region; 2, its end; 3, any place. */
void romp_emulated_barrier_of(uint32_t barrier, uint32_t count, int kind, const char *file, int line);
/* From images that are checked for races: this thread of a kernel without coroutines begins; these lanes have passed
 * a barrier, of the warp whose first thread is given; the device header's own code begins or ends; an event of a loop
 * whose iterations may be executed concurrently (concurrent_moment in romp/check_notes.cuh); a reduction of the
 * present team begins or ends to use these bytes of an original variable, which it updates atomically, or which one
 * thread updates (combines); an event of a task (task_moment in
 * romp/check_notes.cuh; dependences are those of romp/task_pool.cuh); an event of a unit of work that any thread
 * of the team may execute (unit_moment in romp/check_notes.cuh). */
void romp_emulated_thread(uint32_t team, uint32_t thread);
void romp_emulated_lanes_barrier(uint32_t first, uint32_t lanes);
void romp_emulated_internal(bool begins);
void romp_emulated_concurrent(int moment, uint64_t about, size_t bytes);
void romp_emulated_reduces(const volatile void *at, size_t bytes, bool ends);
void romp_emulated_combines(const volatile void *at, size_t bytes, bool ends);
void romp_emulated_task(int moment, const void *about, const void *group, const void *dependences, uint32_t count);
void romp_emulated_unit(int moment);
/* From checked images: this thread waits for a lock or a critical section, has it, or leaves it (lock_moment in
 * romp/check_notes.cuh). */
void romp_emulated_lock(int moment, const volatile void *lock, uint32_t team, uint32_t thread, const char *file, int line);
/* From checked images: this thread encounters a worksharing construct of a team of the block's first `threads`. */
void romp_emulated_worksharing(uint32_t team, uint32_t thread, uint32_t threads, const char *file, int line);
/* From a coroutine: lets the others run (each turn of a loop that waits for another thread). */
void romp_emulated_yield(const char *file, int line);
/* Prints why the calling thread cannot go on, and ends the program. */
void romp_emulated_fail(const char *what) __attribute__((noreturn));
/* A failed assert: prints it with the kernel's name and ends the program. */
void romp_emulated_assert(const char *text, const char *file, int line, const char *function, uint32_t team,
                          uint32_t thread) __attribute__((noreturn));
/* Fills this OS thread's shared storage, whose bounds in the module's image are `begin` and `end`, with junk, so that
 * a block finds nothing there that another block left. */
void romp_emulated_poison(const void *begin, const void *end);
/* From checked images: an object whose members, `offset bytes name;` each, have gaps between them that no access may
 * make; without members, accesses to all of it are allowed again. */
void romp_emulated_set_apart(const void *at, size_t bytes, const char *members);
/* The same of an array of `length` bytes at `copy`, which stands for a reduced one; `name` is `name@place`. */
void romp_emulated_copy_apart(const void *at, size_t bytes, const void *copy, size_t length, const char *name);
/* From checked images: a library function that is called now reads or writes these bytes. */
void romp_emulated_reads(const void *at, size_t bytes);
void romp_emulated_writes(void *at, size_t bytes);
/* Allocates memory for device code: an array of variable length of that name or, without a name, for malloc. Null
 * where none is left. romp_emulated_free frees it. */
void *romp_emulated_allocate(int32_t device, uint64_t bytes, uint64_t align, const char *array);
void romp_emulated_free(int32_t device, void *at, bool array);
/* A parallel region asked for more threads than its block has. */
void romp_emulated_threads_asked(uint32_t threads);
/* An ICV of the device: 0 and 1, the kind and chunk of run-sched-var; 2, cancel-var. */
uint32_t romp_emulated_icv(int32_t device, uint32_t which);
/* Of the launch that runs: 0, the bytes of its dynamic shared memory; 1, the bytes of scratch memory that it brings for
 * the results of each team; 2, whether a loop of its nest has no iteration. */
uint64_t romp_emulated_launch_has(uint32_t which);
double romp_emulated_wtime(void);
double romp_emulated_wtick(void);

#ifdef __cplusplus
}
#endif
#endif
