/* What a module of the fake driver is. */
#include <stddef.h>
struct fake_kernel {
    const char *name;
    void (*run)(void **params, unsigned teams, unsigned threads, int device);
};
struct fake_global {
    const char *name;
    void *address; /* one copy a device, one after another */
    size_t bytes;
};
struct fake_module {
    char magic[8];
    const struct fake_kernel *kernels;
    const struct fake_global *globals;
};
