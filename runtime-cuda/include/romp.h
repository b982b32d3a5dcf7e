/* romp.h: the macros by which translated host code calls the runtime, and the runtime's C ABI.
 *
 * Translated code uses the macros of the first part only. The second part is what they expand to;
 * the third is for the small generated files that carry device images. Valid C99 and C++ with GNU
 * extensions, for gcc and clang.
 *
 * A variable that a macro declares around what the user wrote has a name with two underscores in front, which no program
 * may use: one of the user's with its name would be hidden without a message.
 */
#ifndef ROMP_H
#define ROMP_H

/* Includes no header of the system, because it may stand before the user's feature-test macros. */
typedef __SIZE_TYPE__ romp_size;
typedef __UINT32_TYPE__ romp_u32;

#ifdef __cplusplus
extern "C" {
#endif

#define ROMP_ABI 10

/* ---- The arguments of a target construct: its data and its shape ------------------------------------
 * Each is one element of the argument list of the macros below. `p` is a pointer or an array,
 * `lo` and `n` count elements. Error messages name an argument by its text in the source.
 *
 * For arguments of ROMP_TARGET: those marked P give the kernel its next parameter, in order.
 */
#define romp_to(p, lo, n)       ROMP_SECTION_(p, lo, n, ROMP_TO | ROMP_PARAM)                /* P */
#define romp_from(p, lo, n)     ROMP_SECTION_(p, lo, n, ROMP_FROM | ROMP_PARAM)              /* P */
#define romp_tofrom(p, lo, n)   ROMP_SECTION_(p, lo, n, ROMP_TO | ROMP_FROM | ROMP_PARAM)    /* P */
#define romp_alloc(p, lo, n)    ROMP_SECTION_(p, lo, n, ROMP_PARAM)                          /* P */
/* Whole variables: the parameter is the variable's device address. */
#define romp_to_var(v)          ROMP_VARIABLE_(v, ROMP_TO | ROMP_PARAM)                      /* P */
#define romp_from_var(v)        ROMP_VARIABLE_(v, ROMP_FROM | ROMP_PARAM)                    /* P */
#define romp_tofrom_var(v)      ROMP_VARIABLE_(v, ROMP_TO | ROMP_FROM | ROMP_PARAM)          /* P */
/* A variable that no clause maps; where a part of it is present already, that part alone (5.2, 5.8.3). */
#define romp_implicit_var(v)    ROMP_VARIABLE_(v, ROMP_TO | ROMP_FROM | ROMP_PARAM | ROMP_IMPLICIT) /* P */
#define romp_alloc_var(v)       ROMP_VARIABLE_(v, ROMP_PARAM)                                /* P */
/* Sections that pointers lead to which may be mapped themselves: such a pointer is attached, so that it points to the
 * section on the device, too. The first are of pointers in structures and arrays, the others of variables. */
#define romp_to_attached(p, lo, n)     ROMP_ATTACHED_(p, lo, n, ROMP_TO)
#define romp_from_attached(p, lo, n)   ROMP_ATTACHED_(p, lo, n, ROMP_FROM)
#define romp_tofrom_attached(p, lo, n) ROMP_ATTACHED_(p, lo, n, ROMP_TO | ROMP_FROM)
#define romp_alloc_attached(p, lo, n)  ROMP_ATTACHED_(p, lo, n, 0)
#define romp_to_through(p, lo, n)      ROMP_ATTACHED_(p, lo, n, ROMP_TO | ROMP_PARAM)               /* P */
#define romp_from_through(p, lo, n)    ROMP_ATTACHED_(p, lo, n, ROMP_FROM | ROMP_PARAM)             /* P */
#define romp_tofrom_through(p, lo, n)  ROMP_ATTACHED_(p, lo, n, ROMP_TO | ROMP_FROM | ROMP_PARAM)   /* P */
#define romp_alloc_through(p, lo, n)   ROMP_ATTACHED_(p, lo, n, ROMP_PARAM)                         /* P */
/* A structure or array of which parts are mapped, as the next arguments say: its other parts get the host's values, and
 * (the second) what the region writes there comes back; the third is one of which the region uses no other parts. `part`
 * is the whole lvalue: romp_to_member(s, s.x), romp_to_member(*p, p->x). */
#define romp_around(v)                 ROMP_VARIABLE_(v, ROMP_TO | ROMP_ALWAYS | ROMP_IMPLICIT | ROMP_AROUND | ROMP_PARAM) /* P */
#define romp_around_tofrom(v)          ROMP_VARIABLE_(v, ROMP_TO | ROMP_FROM | ROMP_ALWAYS | ROMP_IMPLICIT | ROMP_AROUND | ROMP_PARAM) /* P */
#define romp_pointers_in(v)            ROMP_VARIABLE_(v, ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND | ROMP_PARAM) /* P */
#define romp_to_member(v, part)        ROMP_PART_(v, part, ROMP_TO)
#define romp_from_member(v, part)      ROMP_PART_(v, part, ROMP_FROM)
#define romp_tofrom_member(v, part)    ROMP_PART_(v, part, ROMP_TO | ROMP_FROM)
#define romp_alloc_member(v, part)     ROMP_PART_(v, part, 0)
/* firstprivate: a value parameter, or a device copy of the variable for this launch alone. */
#define romp_value(v)           { ROMP_KIND_VALUE, ROMP_TYPE_OF_(v), #v, 0, (void *)&(v), sizeof(v), 0 }       /* P */
#define romp_register(v)        { ROMP_KIND_VALUE, ROMP_TYPE_OF_(v), #v, 0, (void *)(__typeof__(v)[1]){ v }, sizeof(v), 0 } /* P: no address */
/* has_device_addr: the variable's address is a device address. */
#define romp_address(v)         { ROMP_KIND_VALUE, ROMP_POINTER, #v, 0, (void *)(void *[1]){ (void *)&(v) }, sizeof(void *), 0 } /* P */
#define romp_private_copy(v)    ROMP_VARIABLE_(v, ROMP_TO | ROMP_PARAM | ROMP_FRESH)         /* P */
/* An allocator of `uses_allocators` whose traits ask for a pool of so many bytes, which this launch has for itself: a
 * `pool` of romp/allocators.cuh, and the lowest bit of its address. */
#define romp_pool(a, bytes, fallback, alignment)                                                     \
    __extension__({                                                                                  \
        static const unsigned long long __romp_pool[5] = { (alignment), (bytes), 0, (fallback), 0 }; \
        (romp_arg){ ROMP_KIND_MAP, ROMP_TO | ROMP_PARAM | ROMP_FRESH | ROMP_ANY, #a,                 \
                    (void *)((const char *)__romp_pool + 1), (void *)__romp_pool, sizeof(__romp_pool), 0 }; \
    }) /* P */
#define romp_private_space(v)   ROMP_VARIABLE_(v, ROMP_PARAM | ROMP_FRESH)                   /* P */
/* A pointer that no clause names (5.2, 5.8.1): its device address where it points into mapped
 * memory, else its own value. */
#define romp_pointer(p)         { ROMP_KIND_MAP, ROMP_PARAM | ROMP_ZERO_LENGTH, #p, (void *)(p), (void *)(p), 0, 0 } /* P */
/* Scratch memory of the device for this launch: `n` bytes for each team, behind 64 bytes that are zero when the
 * kernel begins and that it must leave zero. */
#define romp_scratch(n)         { ROMP_KIND_SCRATCH, ROMP_PARAM, "scratch memory", 0, 0, (romp_size)(n), 0 } /* P */
#define romp_grid()             { ROMP_KIND_GRID, ROMP_PARAM, "the grid", 0, 0, 0, 0 } /* P: the kernel's blocks have the dimensions of its nest */
#define romp_several_grid()     { ROMP_KIND_GRID, ROMP_PARAM, "the grid", 0, 0, 1, 0 } /* P: likewise, and threads may execute several iterations of the outermost loop */
/* n bytes of global memory for each team, for variables that shared memory cannot hold. */
#define romp_team_memory(n)     { ROMP_KIND_TEAM_MEMORY, ROMP_PARAM, "memory of the teams", 0, 0, (romp_size)(n), 0 } /* P */
/* A stack for each team, for variables that functions share with the regions that they fork: of n bytes, or (the
 * second) of ROMP_TEAM_ARENA bytes where only the program knows how many they need. */
#define romp_team_stack(n)      romp_team_memory(n)                                                 /* P */
#define romp_team_arena(n)      { ROMP_KIND_TEAM_MEMORY, ROMP_PARAM | ROMP_OPEN, "memory of the teams", 0, 0, (romp_size)(n), 0 } /* P */
/* A stack for each thread's arrays of variable length: of `m` bytes, the sum of romp_array; or (the second) of as
 * many and the thread's part of ROMP_TEAM_ARENA; the third where only functions of other files may have such arrays. */
#define romp_thread_stacks(m)   { ROMP_KIND_TEAM_MEMORY, ROMP_PARAM | ROMP_THREADS, "arrays of the threads", (void *)(romp_size)(m), 0, 0, 0 } /* P */
#define romp_thread_arena(m)    { ROMP_KIND_TEAM_MEMORY, ROMP_PARAM | ROMP_THREADS | ROMP_OPEN, "arrays of the threads", (void *)(romp_size)(m), 0, 0, 0 } /* P */
#define romp_linked_arena(m)    { ROMP_KIND_TEAM_MEMORY, ROMP_PARAM | ROMP_THREADS | ROMP_OPEN | ROMP_LINKED, "arrays of the threads", (void *)(romp_size)(m), 0, 0, 0 } /* P */
#define romp_array(n, size)     ((long long)(n) > 0 ? ((romp_size)(n) * (size) + 15) / 16 * 16 : 0)
/* n bytes of dynamic shared memory for each team, beside what the kernel declares. */
#define romp_dynamic_shared(n)  { ROMP_KIND_SHARED, 0, #n, 0, 0, (romp_size)(n), 0 }
/* Scratch memory with `m` more bytes for each thread: its private copies of arrays, each of romp_copy's bytes. */
#define romp_scratch_of_threads(n, m) { ROMP_KIND_SCRATCH, ROMP_PARAM, "private copies", (void *)(romp_size)(m), 0, (romp_size)(n), 0 } /* P */
#define romp_copy(n, size)      (((romp_size)(n) * (size) + 15) / 16 * 16)
/* The general form of a mapped list item: text for errors, base address the parameter stands for, first mapped byte, bytes,
 * the pointer object to attach (or NULL), flags. */
#define romp_map(text, base, begin, bytes, pointer, flags) \
    { ROMP_KIND_MAP, (flags), (text), (void *)(base), (void *)(begin), (romp_size)(bytes), (void **)(pointer) }
/* Stands in front of a romp_map: whether its section of several dimensions is contiguous memory. */
#define romp_whole(text, whole) { ROMP_KIND_WHOLE, 0, (text), 0, 0, (romp_size)((whole) ? 1 : 0), 0 }
/* Stands behind a romp_map of ROMP_UPDATE: n such pieces, each `pitch` bytes behind the previous one. */
#define romp_rows(n, pitch)     { ROMP_KIND_ROWS, 0, #n, (void *)ROMP_SIGNED_(n), 0, (romp_size)(pitch), 0 }
/* The list items that map iterators make: `loops` are loops around romp_item(one), which takes a romp_map. */
#define romp_items(text, loops) \
    { ROMP_KIND_ITEMS, 0, (text), (void *)__extension__({ romp_items *__romp_items = 0; loops; __romp_items; }), 0, 0, 0 }
#define romp_item(...) __romp_items = romp_items_add(__romp_items, &(const romp_arg)__VA_ARGS__)
/* Many variables: `each` is a list of romp_each_... in parentheses, and their addresses follow. Compilers take long
 * for as many elements with an address each. */
#define romp_many(each, ...) \
    { ROMP_KIND_MANY, 0, "", (void *)__extension__({ static const romp_arg __romp_each[] = { ROMP_BARE_ each }; __romp_each; }), \
      (void *)(const volatile void *[]){ __VA_ARGS__ }, sizeof((const volatile void *[]){ __VA_ARGS__ }) / sizeof(void *), 0 }
#define romp_each_value(v)        { ROMP_KIND_VALUE, ROMP_TYPE_OF_(v), #v, 0, 0, sizeof(v), 0 }
#define romp_each_to_var(v)       { ROMP_KIND_MAP, ROMP_TO | ROMP_PARAM, #v, 0, 0, sizeof(v), 0 }
#define romp_each_from_var(v)     { ROMP_KIND_MAP, ROMP_FROM | ROMP_PARAM, #v, 0, 0, sizeof(v), 0 }
#define romp_each_tofrom_var(v)   { ROMP_KIND_MAP, ROMP_TO | ROMP_FROM | ROMP_PARAM, #v, 0, 0, sizeof(v), 0 }
#define romp_each_alloc_var(v)    { ROMP_KIND_MAP, ROMP_PARAM, #v, 0, 0, sizeof(v), 0 }
#define romp_each_private_copy(v) { ROMP_KIND_MAP, ROMP_TO | ROMP_PARAM | ROMP_FRESH, #v, 0, 0, sizeof(v), 0 }
/* Data directives (`target data` and its relatives) take the same elements; no kernel is launched there, so none gives
 * a parameter. */

/* The number of teams and threads, and whether and where the construct executes. */
#define romp_block(n)           { ROMP_KIND_BLOCK, 0, #n, 0, 0, (romp_size)(n), 0 }       /* threads of a team as planned; the launch may choose another number */
#define romp_exact_block(n)     { ROMP_KIND_BLOCK, ROMP_EXACT, #n, 0, 0, (romp_size)(n), 0 } /* threads of a team, for which the kernel is compiled */
#define romp_part_of_block(n, m) { ROMP_KIND_BLOCK, ROMP_EXACT, #n, (void *)ROMP_SIGNED_(m), 0, (romp_size)(n), 0 } /* likewise, and a block has up to m such teams where there are many */
#define romp_block_at_most(n, m) { ROMP_KIND_BLOCK, ROMP_SMALL, #n, (void *)ROMP_SIGNED_(m), 0, (romp_size)(n), 0 } /* threads of a team, which the launch makes fewer where there are teams enough and the threads share no more than m iterations */
#define romp_block_at_least(n, m) { ROMP_KIND_BLOCK, 0, #n, 0, (void *)ROMP_SIGNED_(m), (romp_size)(n), 0 } /* threads of a team, which the launch makes more, up to 512, where there are few teams, or so that no round is for a few threads: the longest loop that the threads share has m iterations */
#define romp_block_about(n, m)  { ROMP_KIND_BLOCK, ROMP_SMALL, #n, (void *)ROMP_SIGNED_(m), (void *)ROMP_SIGNED_(m), (romp_size)(n), 0 } /* both: fewer where there are many teams, more where there are few */
#define romp_iterations(n)      { ROMP_KIND_ITERATIONS, 0, #n, 0, 0, ROMP_SIGNED_(n), 0 }  /* where no clause says otherwise, as many teams as give each iteration a thread; of a nest one for each loop, outermost first */
#define romp_iterations_from(lo, n) { ROMP_KIND_ITERATIONS, 0, #n, (void *)ROMP_SIGNED_(lo), 0, ROMP_SIGNED_(n), 0 } /* likewise, of an innermost loop from `lo` on by steps of 1 */
#define romp_few_iterations(n)  { ROMP_KIND_ITERATIONS, ROMP_FEW, #n, 0, 0, ROMP_SIGNED_(n), 0 } /* likewise, but no more teams than are resident at once */
#define romp_teams_open(n)      { ROMP_KIND_TEAMS_OPEN, 0, #n, 0, 0, ROMP_SIGNED_(n), 0 }  /* n teams are best, where no clause says otherwise; may be <= 0 */
#define romp_num_teams(n)       { ROMP_KIND_TEAMS, 0, #n, 0, 0, ROMP_SIGNED_(n), 0 }   /* exactly n teams */
#define romp_teams_if(c)        { ROMP_KIND_TEAMS_IF, 0, #c, 0, 0, (romp_size)((c) ? 1 : 0), 0 } /* one team where c is 0, whatever else is said */
#define romp_num_threads(n)     { ROMP_KIND_THREADS, 0, #n, 0, 0, ROMP_SIGNED_(n), 0 } /* n threads a team, where the device allows them */
#define romp_thread_limit(n)    { ROMP_KIND_LIMIT, 0, #n, 0, 0, ROMP_SIGNED_(n), 0 }   /* at most n threads a team */
/* For a fork-join kernel: the threads of a parallel region without num_threads. Gives the kernel its next parameter,
 * that number after all limits. */
#define romp_workers(n)         { ROMP_KIND_WORKERS, ROMP_PARAM, #n, 0, 0, ROMP_SIGNED_(n), 0 }
#define romp_workers_at_most(n, m) { ROMP_KIND_WORKERS, ROMP_PARAM | ROMP_SMALL, #n, (void *)ROMP_SIGNED_(m), 0, ROMP_SIGNED_(n), 0 } /* or fewer, likewise */
#define romp_workers_at_least(n, m) { ROMP_KIND_WORKERS, ROMP_PARAM, #n, 0, (void *)ROMP_SIGNED_(m), ROMP_SIGNED_(n), 0 } /* or more, likewise */
#define romp_workers_about(n, m) { ROMP_KIND_WORKERS, ROMP_PARAM | ROMP_SMALL, #n, (void *)ROMP_SIGNED_(m), (void *)ROMP_SIGNED_(m), ROMP_SIGNED_(n), 0 } /* or both */
/* Memory for the tasks of each team: gives the kernel its next parameter. */
#define romp_tasks()            { ROMP_KIND_TASKS, ROMP_PARAM, "tasks of the teams", 0, 0, 0, 0 }
/* For kernels with recursive functions, whose depth only the program knows: n bytes of stack for each thread. */
#define romp_stack(n)           { ROMP_KIND_STACK, 0, #n, 0, 0, (romp_size)(n), 0 }
/* The kernel may print: its lines come in order with the host's. */
#define romp_prints()           { ROMP_KIND_PRINTS, 0, "output", 0, 0, 0, 0 }
/* The kernel has another one beside it, NAME_apart, whose parameters are `__restrict__`: it is launched where no byte belongs
 * to two of the list items that the parameters lead to. */
#define romp_apart()            { ROMP_KIND_APART, 0, "separate list items", 0, 0, 0, 0 }
#define romp_if(c)              { ROMP_KIND_IF, 0, #c, 0, 0, (romp_size)((c) ? 1 : 0), 0 }
#define romp_device(d)          { ROMP_KIND_DEVICE, 0, #d, 0, 0, ROMP_SIGNED_(d), 0 }

/* ---- The constructs ----------------------------------------------------------------------------
 * `where` is "file.c:line" of the directive.
 */

/* Runs `kernel` on the device and skips the statement that follows; where the host must do it
 * (romp_if false, device is the host, no device and no MANDATORY), runs that statement once instead. */
#define ROMP_TARGET(where, kernel, ...)                                                              \
    for (int __romp_host = romp_target(ROMP_SITE_(where, #kernel), ROMP_LIST_(__VA_ARGS__)); __romp_host; \
         __romp_host = 0)
/* Executes the statement that follows when all earlier tasks of the encountering task are complete: a dependence on all
 * memory, which OpenMP 5.0 has no word for. */
#define ROMP_AFTER_ALL_TASKS                                                                         \
    for (int __romp_go = __extension__({ _Pragma("omp taskwait") 1; }); __romp_go; __romp_go = 0)
/* An allocator of `uses_allocators` for the statement that follows, which is the host version of a construct. */
#define ROMP_OWN_ALLOCATOR(name, space)                                                              \
    ROMP_ALLOCATOR_(name, omp_init_allocator(space, 0, (const omp_alloctrait_t *)0))
#define ROMP_OWN_ALLOCATOR_WITH(name, space, traits)                                                 \
    ROMP_ALLOCATOR_(name, omp_init_allocator(space, sizeof(traits) / sizeof((traits)[0]), traits))
#define ROMP_ALLOCATOR_(name, made)                                                                  \
    for (omp_allocator_handle_t name = made, *__romp_own_##name = &name; __romp_own_##name;              \
         omp_destroy_allocator(name), __romp_own_##name = 0)
/* What kernels get of an allocator without traits, and of one whose traits ask for an alignment; see
 * romp/allocators.cuh. */
#define ROMP_PLAIN_ALLOCATOR          ((omp_allocator_handle_t){ omp_default_mem_alloc })
#define ROMP_ALIGNED_ALLOCATOR(bytes) ((omp_allocator_handle_t){ (omp_allocator_handle_t)-(bytes) })
/* Maps, runs the statement that follows once, unmaps. */
#define ROMP_TARGET_DATA(where, ...)                                                                 \
    for (romp_data *__romp_data = romp_data_begin(ROMP_SITE_(where, 0), ROMP_LIST_(__VA_ARGS__)); \
         __romp_data; __romp_data = romp_data_end(__romp_data))
#define ROMP_ENTER_DATA(where, ...)  romp_enter_data(ROMP_SITE_(where, 0), ROMP_LIST_(__VA_ARGS__))
#define ROMP_EXIT_DATA(where, ...)   romp_exit_data(ROMP_SITE_(where, 0), ROMP_LIST_(__VA_ARGS__))
/* ROMP_TO sections are copied to the device, ROMP_FROM sections back. */
#define ROMP_UPDATE(where, ...)      romp_update(ROMP_SITE_(where, 0), ROMP_LIST_(__VA_ARGS__))
/* Behind ROMP_TARGET_DATA: in the statement that follows, the pointer (the array) is a device address. */
#define ROMP_USE_DEVICE(p)                                                                           \
    for (int __romp_go_##p = 1; __romp_go_##p;)                                                          \
        for (__typeof__(p) __romp_device_##p = (__typeof__(p))romp_device_address((const void *)(p)); __romp_go_##p;) \
            for (__typeof__(p) p = __romp_device_##p; __romp_go_##p; __romp_go_##p = 0)
#define ROMP_USE_DEVICE_ARRAY(a)                                                                     \
    for (int __romp_go_##a = 1; __romp_go_##a;)                                                          \
        for (__typeof__(&(a)[0]) __romp_device_##a = (__typeof__(&(a)[0]))romp_device_address((const void *)(a)); __romp_go_##a;) \
            for (__typeof__(&(a)[0]) a = __romp_device_##a; __romp_go_##a; __romp_go_##a = 0)
/* Likewise, found by the section that is mapped, whose first element is `first`. */
#define ROMP_USE_DEVICE_AT(p, first)                                                                 \
    for (int __romp_go_##p = 1; __romp_go_##p;)                                                          \
        for (__typeof__(&(p)[0]) __romp_device_##p = (__typeof__(&(p)[0]))((char *)romp_device_address((const void *)&(first)) - ((const char *)&(first) - (const char *)(p))); __romp_go_##p;) \
            for (__typeof__(&(p)[0]) p = __romp_device_##p; __romp_go_##p; __romp_go_##p = 0)
/* Likewise for a variable that is no array: the statement names it (*__romp_device_v). */
#define ROMP_USE_DEVICE_VARIABLE(v)                                                                  \
    for (int __romp_go_##v = 1; __romp_go_##v;)                                                          \
        for (__typeof__(v) *__romp_device_##v = (__typeof__(v) *)romp_device_address((const void *)&(v)); __romp_go_##v; __romp_go_##v = 0)
/* The larger one of two numbers of threads. */
static inline long long romp_larger(long long a, long long b)
{
    return a > b ? a : b;
}
/* Iterations of a canonical loop from the lower to the higher bound, either inclusive of the bound or
 * not; zero where there are none. */
static inline long long romp_trips(long long from, long long to, long long step, int inclusive)
{
    if (to < from || (to == from && !inclusive) || step <= 0)
        return 0;
    return (to - from - !inclusive) / step + 1;
}
/* The same for loops that count in the widest unsigned type. */
static inline long long romp_unsigned_trips(unsigned long long from, unsigned long long to, unsigned long long step, int inclusive)
{
    if (to < from || (to == from && !inclusive) || step == 0)
        return 0;
    return (long long)((to - from - !inclusive) / step + 1);
}

/* use_device_ptr / use_device_addr: the device address that corresponds to a host address; the host
 * address itself where nothing is mapped there or the enclosing data region runs on the host. */
#define romp_use_device(p)           romp_device_address((const void *)(p))

/* Sets default-device-var for the statement that follows. */
#define ROMP_DEFAULT_DEVICE(n)                                                        \
    for (int __romp_once = 1, __romp_device = romp_default_device(n); __romp_once; \
         __romp_once = 0, romp_default_device(__romp_device))
/* At file scope: a requirement (`unified_shared_memory`); devices that do not fulfil it are not used. */
#define ROMP_REQUIRES(what) \
    static void romp_requirement_of_##what(void) { romp_requires(#what); } \
    ROMP_FIRST(romp_requirement_of_##what);
/* At file scope: a `declare target` variable with storage in the unit's device image. `link` variables
 * have a device-side pointer of that name instead, filled when the variable is mapped. */
#define ROMP_DECLARE_TARGET(variable) ROMP_GLOBAL_(variable, #variable, 0)
#define ROMP_DECLARE_TARGET_LINK(variable) ROMP_GLOBAL_(variable, #variable, ROMP_GLOBAL_LINK)
/* A variable whose name differs in device code. */
#define ROMP_DECLARE_TARGET_AS(variable, symbol) ROMP_GLOBAL_(variable, symbol, 0)
#define ROMP_DECLARE_TARGET_LINK_AS(variable, symbol) ROMP_GLOBAL_(variable, symbol, ROMP_GLOBAL_LINK)

/* ---- The ABI ----------------------------------------------------------------------------------- */

enum romp_kind {
    ROMP_KIND_MAP = 1,
    ROMP_KIND_VALUE,
    ROMP_KIND_BLOCK,
    ROMP_KIND_ITERATIONS,
    ROMP_KIND_TEAMS,
    ROMP_KIND_THREADS,
    ROMP_KIND_LIMIT,
    ROMP_KIND_IF,
    ROMP_KIND_DEVICE,
    ROMP_KIND_TEAMS_OPEN,
    ROMP_KIND_WORKERS,
    ROMP_KIND_SCRATCH,
    ROMP_KIND_TEAM_MEMORY,
    ROMP_KIND_STACK,
    ROMP_KIND_TASKS,
    ROMP_KIND_SHARED,
    ROMP_KIND_GRID,
    ROMP_KIND_ROWS,
    ROMP_KIND_ITEMS,
    ROMP_KIND_MANY,
    ROMP_KIND_WHOLE,
    ROMP_KIND_PRINTS,
    ROMP_KIND_TEAMS_IF,
    ROMP_KIND_APART
};

enum romp_flag {
    ROMP_TO = 0x1,       /* copied to the device when the mapping is made */
    ROMP_FROM = 0x2,     /* copied back when it is unmapped */
    ROMP_ALWAYS = 0x4,   /* copied whether or not the reference count says so */
    ROMP_PRESENT = 0x8,  /* an error where it is not mapped already */
    ROMP_RELEASE = 0x10, /* exit data: counts down, copies nothing */
    ROMP_DELETE = 0x20,  /* exit data: the reference count is set to zero */
    ROMP_IMPLICIT = 0x40, /* the user wrote no map clause for it */
    ROMP_PARAM = 0x80,   /* gives the kernel its next parameter: the device address of `base` */
    ROMP_FRESH = 0x100,  /* storage for this launch only, outside the present table */
    ROMP_ZERO_LENGTH = 0x200, /* zero-length section: nothing is mapped; looked up only */
    ROMP_CLOSE = 0x400,
    ROMP_FEW = 0x800,    /* of iterations: their results are combined, so few teams are better */
    ROMP_EXACT = 0x8000, /* of the planned block: the kernel is compiled for exactly that number of threads */
    ROMP_OPEN = 0x1000,  /* of memory for teams: how much is known only when the program runs; ROMP_TEAM_ARENA sets it */
    ROMP_THREADS = 0x2000, /* of memory for teams: it is a stack for each of their threads */
    ROMP_LINKED = 0x4000, /* of memory for teams: needed only where the linked image uses it */
    ROMP_AROUND = 0x10000, /* a structure whose members lead to list items: on the device with them, but not mapped itself */
    ROMP_POINTER = 0x20000, /* of a value: it is a pointer */
    ROMP_FLOATING = 0x80000, /* of a value: it is a real floating-point number */
    ROMP_ANY = 0x100000, /* of a parameter, or of the address that is passed for it: neither flag says anything of it */
    ROMP_SMALL = 0x40000 /* of the threads of a team: fewer of them serve as well, since the program cannot observe it */
};
/* The flags above this bit, of a parameter that is a pointer: the bytes of what it points to, where both compilers know
 * them and they fit. */
#define ROMP_POINTEE 21

/* The threads of a fork-join kernel's last warp: its master alone, so that whole warps pass each barrier. */
#define ROMP_MASTER 1

/* One element of a construct's list. */
typedef struct romp_arg {
    romp_u32 kind;  /* enum romp_kind */
    romp_u32 flags; /* enum romp_flag */
    const char *text;
    void *base;     /* host address that the kernel parameter stands for */
    void *begin;    /* first byte mapped; for VALUE the address of the value */
    romp_size bytes;   /* its size; for the shape kinds the number itself (two's complement) */
    void **pointer; /* host pointer object to attach, or NULL */
} romp_arg;

/* One construct in the text; static, so that the runtime may cache in it. */
typedef struct romp_site {
    romp_u32 abi;
    romp_u32 reserved;
    const char *unit;   /* key of the unit's images */
    const char *where;  /* "file.c:12" */
    const char *kernel; /* NULL for data constructs */
    void *cache[4];     /* for the runtime, zero at first */
} romp_site;

typedef struct romp_data romp_data;
typedef struct romp_items romp_items;

/* Each returns only on success; a failed mapping or launch is reported and ends the process with
 * exit code 1. Thread-safe. */
int romp_target(romp_site *site, const romp_arg *list, romp_size count);
romp_data *romp_data_begin(romp_site *site, const romp_arg *list, romp_size count);
romp_data *romp_data_end(romp_data *data);
romp_items *romp_items_add(romp_items *items, const romp_arg *one); /* items is 0 for the first one; the construct frees them */
void romp_enter_data(romp_site *site, const romp_arg *list, romp_size count);
void romp_exit_data(romp_site *site, const romp_arg *list, romp_size count);
void romp_update(romp_site *site, const romp_arg *list, romp_size count);
void *romp_device_address(const void *host);

/* ---- Images ------------------------------------------------------------------------------------ */

#define ROMP_GLOBAL_LINK 1

typedef struct romp_global {
    void *host;
    romp_size bytes;
    const char *symbol;
    romp_u32 flags;
    romp_u32 reserved;
} romp_global;

/* A parameter of an emulated kernel, as its signature has it. */
typedef struct romp_emulated_parameter {
    romp_u32 bytes;
    romp_u32 flags; /* ROMP_POINTER, with the size above ROMP_POINTEE; ROMP_FLOATING; ROMP_ANY: a class, which may stand for
                       several types of C */
} romp_emulated_parameter;

/* A kernel of an emulated image: runs one whole launch's block range; see romp/emulated.cuh. */
typedef struct romp_emulated_kernel {
    const char *name;
    void (*run)(void *const *params, const void *launch);
    romp_u32 barriers; /* 1: needs coroutines */
    romp_u32 params;
    const char *told; /* for messages of checks, in lines: src/emulated/check/told.rs */
    const romp_emulated_parameter *parameters; /* as many as `params` says */
} romp_emulated_kernel;

typedef struct romp_emulated_global {
    const char *name;
    void *address;
    romp_size bytes;
} romp_emulated_global;

#define ROMP_IMAGE_EMULATED  1 /* the tables below; else `data` is a fatbin or cubin */
#define ROMP_IMAGE_RECURSIVE 2 /* its kernels call functions of other units that call themselves */
/* The unit is named after its file. Another folder's unit may have that name, and none may be taken for the other: a process
   with two such images of one unit, which are not the same bytes, is refused. */
#define ROMP_IMAGE_NAMED     4
/* The n-th of the parts of a unit, from 1 on: all of them are loaded. Of images with the same number, or with none, the
   first that a device accepts is. */
#define ROMP_IMAGE_PART(n) ((romp_u32)(n) << 8)

typedef struct romp_image {
    romp_u32 abi;
    romp_u32 flags;     /* ROMP_IMAGE_... */
    const char *unit;
    const char *suffix; /* appended to kernel and symbol names in this image; "" mostly */
    const void *data;
    romp_size bytes;
    const romp_emulated_kernel *kernels;
    romp_size kernel_count;
    const romp_emulated_global *globals;
    romp_size global_count;
} romp_image;

void romp_register_image(const romp_image *image);
void romp_unregister_image(const romp_image *image);
void romp_register_global(const char *unit, const romp_global *global);
void romp_requires(const char *what);
/* `interop` (OpenMP 5.2, 14.1) of the default device; `object` points to an omp_interop_t. */
#define ROMP_TARGETSYNC  1 /* init: with a stream */
#define ROMP_CUDA_DRIVER 2 /* init: for CUDA's driver, not for its runtime */
void romp_interop_init(const char *where, void **object, int what);
void romp_interop_use(const char *where, void **object);
void romp_interop_destroy(const char *where, void **object);
int romp_default_device(int number); /* sets default-device-var; returns what it was */

/* A link without the runtime fails with a message on this symbol, whose name says what to do. */
__asm__(".pushsection .romp.link,\"\",@progbits\n"
        ".dc.a romp_is_missing__link_with_romp2cuda_cc_or_add_what_its_option_print_link_flags_prints\n"
        ".popsection");

/* ---- Helpers of the macros --------------------------------------------------------------------- */

#ifndef ROMP_UNIT
#define ROMP_UNIT "" /* -DROMP_UNIT='"name"' when the unit is built: the same for host code and images */
#endif

#define ROMP_BARE_(...) __VA_ARGS__
/* 5 is gcc's and clang's number of pointer types. */
#define ROMP_TYPE_OF_(v) (__builtin_classify_type(v) == 5 ? ROMP_POINTER : __builtin_classify_type(v) == 8 ? ROMP_FLOATING : 0)
/* The size of a variable's type is not known where it has variable length. Arrays are passed as pointers to elements. */
#ifdef __cplusplus
#define ROMP_POINTEE_(v) 0u
#else
#define ROMP_POINTEE_(v) \
    ((romp_u32)__builtin_choose_expr(__builtin_constant_p(sizeof(v)), sizeof(v) >> (32 - ROMP_POINTEE) ? 0 : sizeof(v), 0) \
     << ROMP_POINTEE)
#endif
#define ROMP_POINTEE_OF_(v) (__builtin_classify_type(v) == 5 ? 0 : ROMP_POINTEE_(v))
#define ROMP_SIGNED_(n) ((romp_size)(long long)(n))
#define ROMP_SECTION_(p, lo, n, flags) \
    { ROMP_KIND_MAP, (flags) | ROMP_POINTEE_((p)[0]), #p "[" #lo ":" #n "]", (void *)&(p)[0], (void *)&(p)[lo], (romp_size)(n) * sizeof((p)[0]), 0 }
#define ROMP_VARIABLE_(v, flags) \
    { ROMP_KIND_MAP, (flags) | ROMP_POINTEE_OF_(v), #v, (void *)&(v), (void *)&(v), sizeof(v), 0 }
#define ROMP_ATTACHED_(p, lo, n, flags) \
    { ROMP_KIND_MAP, (flags) | ROMP_POINTEE_((p)[0]), #p "[" #lo ":" #n "]", (void *)(p), (void *)&(p)[lo], (romp_size)(n) * sizeof((p)[0]), (void **)&(p) }
#define ROMP_PART_(v, part, flags) \
    { ROMP_KIND_MAP, (flags), #part, (void *)&(v), (void *)&(part), sizeof(part), 0 }
#define ROMP_SITE_(where, kernel) \
    (__extension__({ static romp_site __romp_site = { ROMP_ABI, 0, ROMP_UNIT, where, kernel, { 0, 0, 0, 0 } }; &__romp_site; }))
/* Calls a routine through its address: strictly nested in `teams`, gcc accepts few calls of routines by name. */
#define ROMP_ROUTINE(f) __extension__({ __typeof__(f) *__romp_routine = f; __romp_routine; })
#define ROMP_LIST_(...) \
    (const romp_arg[]){ __VA_ARGS__ }, sizeof((const romp_arg[]){ __VA_ARGS__ }) / sizeof(romp_arg)
#define ROMP_GLOBAL_(variable, symbol, flag)                                                                        \
    static void romp_registration_of_##variable(void)                                                              \
    {                                                                                                       \
        static const romp_global __romp_global = { (void *)&variable, sizeof(variable), symbol, flag, 0 };      \
        romp_register_global(ROMP_UNIT, &__romp_global);                                                           \
    }                                                                                                       \
    ROMP_FIRST(romp_registration_of_##variable);

/* At file scope: a function that runs before the program's constructors, which may have constructs, and one that runs
 * behind its destructors. The linker puts these sections in the order of their numbers, those of priorities: the first
 * one that programs may use is 101. */
#define ROMP_FIRST(function) \
    __attribute__((section(".init_array.00100"), used)) static void (*function##_first)(void) = function
#define ROMP_LAST(function) \
    __attribute__((section(".fini_array.00100"), used)) static void (*function##_last)(void) = function

#ifdef __cplusplus
}
#endif
#endif
