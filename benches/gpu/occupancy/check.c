/* What the driver says of kernels beside what `report` says: shared bytes, registers, teams an SM.
 * build.py makes this program and its table; here it needs a GPU of the table's architecture and nothing else:
 *
 *     ./check table.txt
 *
 * A line of the table: image, kernel, threads, static and dynamic shared bytes, registers, teams an SM. Where the
 * linker has changed the registers, the report saw one file of several, and teams are not compared.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*call)();

static void *library;

static call find(const char *name)
{
    call found = (call)dlsym(library, name);
    if (!found) {
        fprintf(stderr, "the driver has no %s\n", name);
        exit(2);
    }
    return found;
}

static void must(int result, const char *what)
{
    if (result) {
        fprintf(stderr, "%s: CUDA error %d\n", what, result);
        exit(2);
    }
}

static void *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    char *data = malloc(bytes + 1);
    if (fread(data, 1, bytes, file) != (size_t)bytes)
        exit(2);
    fclose(file);
    return data;
}

int main(int argc, char **argv)
{
    enum { SHARED = 1, REGISTERS = 4, MAX_DYNAMIC = 8, RESERVED_SHARED = 111, SHARED_OF_SM = 81 };
    FILE *table = fopen(argc > 1 ? argv[1] : "table.txt", "r");
    if (!table) {
        fprintf(stderr, "usage: check table.txt\n");
        return 2;
    }
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    int device, reserved = 0, of_sm = 0;
    void *context, *module = NULL, *function;
    char device_name[100], image[200], last[200] = "", kernel[200];
    must(find("cuInit")(0), "cuInit");
    must(find("cuDeviceGet")(&device, 0), "cuDeviceGet");
    must(find("cuDeviceGetName")(device_name, 100, device), "cuDeviceGetName");
    must(find("cuDevicePrimaryCtxRetain")(&context, device), "cuDevicePrimaryCtxRetain");
    must(find("cuCtxSetCurrent")(context), "cuCtxSetCurrent");
    must(find("cuDeviceGetAttribute")(&reserved, RESERVED_SHARED, device), "reserved shared memory");
    must(find("cuDeviceGetAttribute")(&of_sm, SHARED_OF_SM, device), "shared memory of an SM");
    printf("%s: %d shared bytes an SM, %d of each team reserved\n", device_name, of_sm, reserved);
    printf("%-44s %-20s %7s %15s %8s %15s %12s\n", "image", "kernel", "threads", "static", "dynamic", "registers", "teams an SM");
    int threads, shared, dynamic, registers, teams, count = 0, wrong = 0, relinked = 0;
    while (fscanf(table, "%199s %199s %d %d %d %d %d", image, kernel, &threads, &shared, &dynamic, &registers, &teams) == 7) {
        if (strcmp(image, last)) {
            if (module)
                find("cuModuleUnload")(module);
            void *data = read_file(image);
            must(find("cuModuleLoadData")(&module, data), image);
            free(data);
            strcpy(last, image);
        }
        int declared, used, resident;
        must(find("cuModuleGetFunction")(&function, module, kernel), kernel);
        must(find("cuFuncGetAttribute")(&declared, SHARED, function), kernel);
        must(find("cuFuncGetAttribute")(&used, REGISTERS, function), kernel);
        if (dynamic)
            must(find("cuFuncSetAttribute")(function, MAX_DYNAMIC, dynamic), kernel);
        must(find("cuOccupancyMaxActiveBlocksPerMultiprocessor")(&resident, function, threads, (size_t)dynamic), kernel);
        const int linked = used != registers, differs = declared != shared || (!linked && resident != teams);
        printf("%-44s %-20s %7d %7d/%-7d %8d %7d/%-7d %5d/%-6d %s\n", image, kernel, threads, shared, declared, dynamic,
               registers, used, teams, resident, differs ? "DIFFERS" : linked ? "linked" : "");
        count++;
        wrong += differs;
        relinked += linked;
    }
    printf("%d kernels, %d differ, %d whose registers the linker changed (report/driver)\n", count, wrong, relinked);
    return wrong != 0 || count == 0;
}
