/* Writes what a process did on its GPU to a file when the process ends: kernels, copies, memsets, with their times.
 *
 * CUDA's driver loads this library into any process that names it in CUDA_INJECTION64_PATH, so that one method measures
 * every compiler's kernels. It asks CUPTI for activity records. Of CUPTI it needs the library alone, no headers: the
 * functions and the fields used here have been the same in CUpti_ActivityKernel4 to 10, CUpti_ActivityMemcpy to 6 and
 * CUpti_ActivityMemset to 4, which is CUDA 9 to 13; each record begins with the fields of its predecessor.
 *
 *   ROMP_BENCH_RECORDS  the file to write
 *   ROMP_BENCH_CUPTI    libcupti.so; not set: the one that the dynamic linker finds
 *
 * A line each:  kernel COUNT NS REGISTERS STATIC DYNAMIC LOCAL GX GY GZ BX BY BZ NAME
 *               copy KIND COUNT NS BYTES        (1 to the device, 2 from it, 8 within it)
 *               memset COUNT NS BYTES
 *               span NS                         (from the first kernel's start to the last one's end)
 *               dropped COUNT                   (records that CUPTI had no room for)
 *               absent REASON
 *               end                             (the file is whole)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIND_MEMCPY = 1, KIND_MEMSET = 2, KIND_CONCURRENT_KERNEL = 10 };
enum { FLUSH_FORCED = 1, BUFFER_BYTES = 8 << 20, ALIGNMENT = 8, COPY_KINDS = 16 };

struct kernel_record {
    uint32_t kind;
    uint8_t cache_config, shared_config;
    uint16_t registers;
    uint32_t partitioned_requested, partitioned_executed;
    uint64_t start, end, completed;
    uint32_t device, context, stream;
    int32_t grid[3], block[3], static_shared, dynamic_shared;
    uint32_t local_per_thread, local_total, correlation;
    int64_t grid_id;
    const char *name;
} __attribute__((packed));

/* Of a copy, and of a memset, which has its value where a copy has its kind. */
struct memory_record {
    uint32_t kind;
    uint8_t copy_kind, source, destination, flags;
    uint64_t bytes, start, end;
} __attribute__((packed));

_Static_assert(__builtin_offsetof(struct kernel_record, start) == 16, "CUPTI's layout");
_Static_assert(__builtin_offsetof(struct kernel_record, grid) == 52, "CUPTI's layout");
_Static_assert(__builtin_offsetof(struct kernel_record, local_per_thread) == 84, "CUPTI's layout");
_Static_assert(__builtin_offsetof(struct kernel_record, name) == 104, "CUPTI's layout");
_Static_assert(__builtin_offsetof(struct memory_record, bytes) == 8, "CUPTI's layout");

/* Launches of one kernel in one shape. */
struct launches {
    char *name;
    uint32_t registers, local;
    int32_t shape[8];   /* grid, block, static and dynamic shared memory */
    uint64_t count, nanoseconds, hash;
};

struct sum {
    uint64_t count, nanoseconds, bytes;
};

static int (*next_record)(uint8_t *, size_t, void **);
static int (*dropped_records)(void *, uint32_t, size_t *);
static int (*flush_all)(uint32_t);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct launches *table;          /* open addressing, a power of two */
static size_t table_size, table_used;
static struct sum copies[COPY_KINDS], memsets;
static uint64_t first_start = UINT64_MAX, last_end, dropped;
static const char *absent;

static struct launches *slot(struct launches *in, size_t size, const struct launches *key)
{
    for (size_t at = key->hash;; at++) {
        struct launches *found = &in[at & (size - 1)];
        if (!found->count)
            return found;
        if (found->hash == key->hash && found->registers == key->registers && found->local == key->local &&
            !memcmp(found->shape, key->shape, sizeof key->shape) && !strcmp(found->name, key->name))
            return found;
    }
}

static void grow(void)
{
    size_t size = table_size ? 2 * table_size : 256;
    struct launches *larger = calloc(size, sizeof *larger);
    if (!larger)
        return;
    for (size_t i = 0; i < table_size; i++)
        if (table[i].count)
            *slot(larger, size, &table[i]) = table[i];
    free(table);
    table = larger;
    table_size = size;
}

static uint64_t hash_of(const struct launches *key)
{
    uint64_t hash = 14695981039346656037u;  /* FNV-1a */
    for (const char *c = key->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (uint32_t)key->shape[i]) * 1099511628211u;
    return hash ^ hash >> 29;
}

static void add_kernel(const struct kernel_record *record)
{
    struct launches key = {.name = (char *)(record->name ? record->name : "?"), .registers = record->registers,
                           .local = record->local_per_thread};
    memcpy(key.shape, record->grid, sizeof record->grid);
    memcpy(key.shape + 3, record->block, sizeof record->block);
    key.shape[6] = record->static_shared;
    key.shape[7] = record->dynamic_shared;
    key.hash = hash_of(&key);
    if (2 * (table_used + 1) > table_size)
        grow();
    if (2 * (table_used + 1) > table_size) {
        dropped++;
        return;
    }
    struct launches *found = slot(table, table_size, &key);
    if (!found->count) {
        *found = key;
        found->name = strdup(key.name);
        if (!found->name) {
            dropped++;
            return;
        }
        table_used++;
    }
    found->count++;
    found->nanoseconds += record->end - record->start;
    if (record->start < first_start)
        first_start = record->start;
    if (record->end > last_end)
        last_end = record->end;
}

static void add_memory(struct sum *sum, const struct memory_record *record)
{
    sum->count++;
    sum->nanoseconds += record->end - record->start;
    sum->bytes += record->bytes;
}

static void buffer_requested(uint8_t **buffer, size_t *size, size_t *max_records)
{
    *buffer = aligned_alloc(ALIGNMENT, BUFFER_BYTES);
    *size = *buffer ? BUFFER_BYTES : 0;
    *max_records = 0;
}

static void buffer_completed(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
    (void)size;
    void *record = NULL;
    size_t lost = 0;
    pthread_mutex_lock(&lock);
    while (valid && !next_record(buffer, valid, &record)) {
        uint32_t kind;
        memcpy(&kind, record, sizeof kind);
        const struct memory_record *memory = record;
        if (kind == KIND_CONCURRENT_KERNEL)
            add_kernel(record);
        else if (kind == KIND_MEMCPY)
            add_memory(&copies[memory->copy_kind % COPY_KINDS], memory);
        else if (kind == KIND_MEMSET)
            add_memory(&memsets, memory);
    }
    if (!dropped_records(context, stream, &lost))
        dropped += lost;
    pthread_mutex_unlock(&lock);
    free(buffer);
}

static void print(FILE *out)
{
    for (size_t i = 0; i < table_size; i++) {
        const struct launches *k = &table[i];
        const int32_t *s = k->shape;
        if (k->count)
            fprintf(out, "kernel %llu %llu %u %d %d %u %d %d %d %d %d %d %s\n", (unsigned long long)k->count,
                    (unsigned long long)k->nanoseconds, k->registers, s[6], s[7], k->local, s[0], s[1], s[2], s[3], s[4],
                    s[5], k->name);
    }
    for (int kind = 0; kind < COPY_KINDS; kind++)
        if (copies[kind].count)
            fprintf(out, "copy %d %llu %llu %llu\n", kind, (unsigned long long)copies[kind].count,
                    (unsigned long long)copies[kind].nanoseconds, (unsigned long long)copies[kind].bytes);
    if (memsets.count)
        fprintf(out, "memset %llu %llu %llu\n", (unsigned long long)memsets.count,
                (unsigned long long)memsets.nanoseconds, (unsigned long long)memsets.bytes);
    if (last_end > first_start)
        fprintf(out, "span %llu\n", (unsigned long long)(last_end - first_start));
    if (dropped)
        fprintf(out, "dropped %llu\n", (unsigned long long)dropped);
}

static void write_records(void)
{
    const char *path = getenv("ROMP_BENCH_RECORDS");
    if (!absent)
        flush_all(FLUSH_FORCED);
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    pthread_mutex_lock(&lock);
    if (absent)
        fprintf(out, "absent %s\n", absent);
    else
        print(out);
    pthread_mutex_unlock(&lock);
    fprintf(out, "end\n");
    fclose(out);
}

static void *open_cupti(void)
{
    static const char *const names[] = {"libcupti.so", "libcupti.so.13", "libcupti.so.12", "libcupti.so.11.0"};
    const char *chosen = getenv("ROMP_BENCH_CUPTI");
    if (chosen)
        return dlopen(chosen, RTLD_NOW);
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW);
    return library;
}

static const char *start(void)
{
    void *library = open_cupti();
    if (!library)
        return "libcupti.so cannot be opened";
    typedef void (*requested)(uint8_t **, size_t *, size_t *);
    typedef void (*completed)(void *, uint32_t, uint8_t *, size_t, size_t);
    int (*register_callbacks)(requested, completed);
    int (*enable)(int);
    *(void **)&register_callbacks = dlsym(library, "cuptiActivityRegisterCallbacks");
    *(void **)&enable = dlsym(library, "cuptiActivityEnable");
    *(void **)&next_record = dlsym(library, "cuptiActivityGetNextRecord");
    *(void **)&dropped_records = dlsym(library, "cuptiActivityGetNumDroppedRecords");
    *(void **)&flush_all = dlsym(library, "cuptiActivityFlushAll");
    if (!register_callbacks || !enable || !next_record || !dropped_records || !flush_all)
        return "libcupti.so lacks functions for activity records";
    static char reason[64];
    int error = register_callbacks(buffer_requested, buffer_completed);
    static const int kinds[] = {KIND_CONCURRENT_KERNEL, KIND_MEMCPY, KIND_MEMSET};
    for (int i = 0; !error && i < 3; i++)
        error = enable(kinds[i]);
    if (!error)
        return NULL;
    snprintf(reason, sizeof reason, "CUPTI refuses activity records: its error %d", error);
    return reason;
}

/* The entry point that the driver calls when it has loaded the library. */
int InitializeInjection(void)
{
    static int called;
    if (called++)
        return 1;
    absent = start();
    atexit(write_records);
    return 1;
}
