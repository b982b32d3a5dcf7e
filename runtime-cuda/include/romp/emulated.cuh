// romp/emulated.cuh: makes an image for the emulated device from a unit's kernels.
//
//     #include "romp/device.cuh"
//     #include "romp/emulated.cuh"
//     namespace romp_unit {
//     #include "app.cu"
//     }
//     ROMP_EMULATED_IMAGE("unit", ROMP_KERNELS(ROMP_KERNEL_ENTRY(saxpy_1, 0)), ROMP_GLOBALS())
//
// compiled and then made safe to link with anything:
//
//     g++ -std=gnu++17 -fno-exceptions -O2 -DROMP_EMULATED -fvisibility=hidden -fPIC -Iinclude
//         -c image.cpp -o image.o
//     objcopy --rename-section .bss=romp_bss --rename-section .data=romp_data
//         --rename-section .data.rel=romp_data --rename-section .data.rel.local=romp_data
//         --rename-section .data.rel.ro=romp_data --rename-section .data.rel.ro.local=romp_data
//         --localize-hidden image.o
//
// and, for ROMP_EMULATED_CHECK=memory, with these as well (both may be in one program):
//
//     -fsanitize=kernel-address -fsanitize-address-use-after-scope -fasan-shadow-offset=0x200000000000 -g1
//     --param asan-instrumentation-with-call-threshold=0 --param asan-stack=1 --param asan-globals=1
//
//     objcopy --redefine-sym __asan_handle_no_return=romp_asan_handle_no_return
//         --redefine-sym __asan_register_globals=romp_asan_register_globals
//         --redefine-sym __asan_unregister_globals=romp_asan_unregister_globals
//         --redefine-sym __asan_poison_stack_memory=romp_asan_poison_stack_memory
//         --redefine-sym __asan_unpoison_stack_memory=romp_asan_unpoison_stack_memory
//
// -DROMP_CHECK=1 makes that the default of the program; and what stands in namespace romp::checked is to be found
// before the C library's (a namespace around the unit's with `using` for each: src/driver/emulated.rs).
//
// The second argument of ROMP_KERNEL_ENTRY: 1 where the kernel has barriers or waits for other threads,
// so that its threads must be coroutines. Parameter types come from the kernel's own signature. A third one,
// which may be left out, is romp_emulated_kernel.told.
#ifndef ROMP_EMULATED_CUH
#define ROMP_EMULATED_CUH

#include <utility>

#include "romp.h"

// The checks that are made unless the environment says otherwise: bit 0 memory, bit 1 races.
#ifndef ROMP_CHECK
#define ROMP_CHECK 0
#endif
// 1: the CUDA file has no #line, and messages name its own lines.
#ifndef ROMP_CUDA_LINES
#define ROMP_CUDA_LINES 0
#endif
// The value of romp_emulated_data.checked.
#if defined(__SANITIZE_ADDRESS__)
#define ROMP_CHECKED_ (1 | (ROMP_CUDA_LINES) << 2 | (ROMP_CHECK) << 8)
#elif defined(__SANITIZE_THREAD__)
#define ROMP_CHECKED_ (2 | (ROMP_CUDA_LINES) << 2 | (ROMP_CHECK) << 8)
#else
#define ROMP_CHECKED_ 0
#endif

// Bounds of the image's own data (below) and of its shared storage, which the linker defines.
extern "C" {
extern const char __start_romp_data __attribute__((weak, visibility("hidden")));
extern const char __stop_romp_data __attribute__((weak, visibility("hidden")));
extern const char __start_romp_bss __attribute__((weak, visibility("hidden")));
extern const char __stop_romp_bss __attribute__((weak, visibility("hidden")));
extern const char __start_romp_shared __attribute__((weak, visibility("hidden")));
extern const char __stop_romp_shared __attribute__((weak, visibility("hidden")));
}

namespace romp {
namespace emulated {
// In an unnamed namespace: several images of one link must share nothing, and the linker keeps a single copy of a
// template that has a name.
namespace {

// Reads one parameter, which lies in the runtime's memory and not in the device's: never checked.
template <class P>
__attribute__((noinline, no_sanitize("kernel-address"), no_sanitize("address"), no_sanitize("thread"))) P parameter(const void *at)
{
    return *static_cast<const P *>(at);
}

template <class T> struct bare { using type = T; };
template <class T> struct bare<const T> { using type = T; };

// The order in which a block's threads run: by number, or, with a seed, another one for each block.
struct thread_order {
    unsigned count;
    uint64_t step = 1, start = 0;

    thread_order(unsigned seed, unsigned count) : count(count)
    {
        if (seed == 0 || count < 2)
            return;
        start = seed % count;
        // A step that has no divisor in common with the number of threads, so that each thread has its turn.
        for (step = 1 + seed / 7 % count; common_divisor(step, count) != 1; step++) {
        }
    }
    ROMP_FN unsigned of(unsigned turn) const { return step == 1 && start == 0 ? turn : (start + turn * step) % count; }

private:
    static uint64_t common_divisor(uint64_t a, uint64_t b) { return b == 0 ? a : common_divisor(b, a % b); }
};

template <auto kernel, bool barriers> struct thunk;

// The bytes of what a parameter points to, above ROMP_POINTEE; 0 where the image does not know them. A pointer to a whole
// array may stand for one to its elements.
template <class T> constexpr bool is_element = std::is_object<T>::value && !std::is_array<T>::value;
template <class T, class = void> constexpr romp_u32 pointee_of = 0;
template <class T>
constexpr romp_u32 pointee_of<T *, std::void_t<decltype(sizeof(std::enable_if_t<is_element<T>, T>))>> =
    sizeof(T) >> (32 - ROMP_POINTEE) ? 0 : (romp_u32)sizeof(T) << ROMP_POINTEE;

// What a kernel's signature says of its parameters; the launch compares it with its list.
template <class P> constexpr romp_emulated_parameter signature_of()
{
    constexpr romp_u32 kind = std::is_pointer<P>::value          ? (romp_u32)ROMP_POINTER
                              : std::is_floating_point<P>::value ? (romp_u32)ROMP_FLOATING
                              : std::is_class<P>::value          ? (romp_u32)ROMP_ANY
                                                                 : 0u;
    return {(romp_u32)sizeof(P), kind | pointee_of<P>};
}
template <class... P> struct signature {
    static constexpr uint32_t params = sizeof...(P);
    // One more than there are, since there is no array without elements.
    static constexpr romp_emulated_parameter parameters[params + 1] = {signature_of<typename bare<P>::type>()..., {}};
};

ROMP_FN void begin_launch(const romp_launch &launch, bool coroutines)
{
    here.teams = launch.teams;
    here.threads = launch.threads;
    here.device = launch.device;
    here.coroutines = coroutines;
    here.grid_x = launch.grid_x;
    here.grid_y = launch.grid_y;
    here.block_x = launch.block_x;
}

// Called where a block begins. In checked images it fills shared memory, the kernels' variables and the header's
// shared storage, with junk, so that a kernel which reads what another block left there does not go unnoticed.
ROMP_FN void new_block()
{
    block_number++;
    for (unsigned &ended : lanes_ended)
        ended = 0;
    if (ROMP_CHECKED_)
        romp_emulated_poison(&__start_romp_shared, &__stop_romp_shared);
}

// Threads in address order, block by block: the loop stands here so that the kernel is inlined into it.
template <class... P, void (*kernel)(P...)> struct thunk<kernel, false> : signature<P...> {
    static void threads_of(const romp_launch &launch, P... arguments)
    {
        const thread_order order(launch.seed, launch.threads);
        const unsigned count = launch.threads, last = launch.last;
        begin_launch(launch, false);
        here.exact = ROMP_CHECKED_ || count == 1;
        romp_emulated_place(&here.team);
        // One initialisation for all threads of the block: threads that never wait for each other share nothing.
        new_block();
        for (unsigned team = launch.first; team < last; team++) {
            here.team = team;
            set_current_thread(0);
            for (unsigned turn = 0; turn < count; turn++) {
                const unsigned thread = order.of(turn);
                here.thread = thread;
                if (ROMP_CHECKED_)
                    set_current_thread(thread);
                if (ROMP_RACES_)
                    romp_emulated_thread(team, thread);
                kernel(arguments...);
            }
        }
    }

    template <size_t... i> static void unpack(void *const *params, const romp_launch &launch, std::index_sequence<i...>)
    {
        (void)params;
        threads_of(launch, parameter<typename bare<P>::type>(parameter<void *>(params + i))...);
    }

    static void run(void *const *params, const void *launch)
    {
        unpack(params, parameter<romp_launch>(launch), std::index_sequence_for<P...>());
    }
};

template <class... P, void (*kernel)(P...)> struct thunk<kernel, true> : signature<P...> {
    struct context {
        void *const *params;
        unsigned team;
    };

    // Not inlined: every coroutine begins here, and the kernel's body should exist once.
    __attribute__((noinline)) static void body(P... arguments) { kernel(arguments...); }

    template <size_t... i> static void unpack(void *const *params, std::index_sequence<i...>)
    {
        (void)params;
        body(parameter<typename bare<P>::type>(parameter<void *>(params + i))...);
    }

    static void one(void *at, uint32_t thread)
    {
        set_current_thread(thread);
        unpack(parameter<context>(at).params, std::index_sequence_for<P...>());
        lanes_ended[thread / 32] |= 1u << thread % 32;
    }

    static void run(void *const *params, const void *at)
    {
        const romp_launch launch = parameter<romp_launch>(at);
        begin_launch(launch, true);
        here.exact = 1;
        romp_emulated_place(&here.team);
        for (unsigned team = launch.first; team < launch.last; team++) {
            here.team = team;
            new_block();
            context shared = {params, team};
            romp_emulated_team(team, launch.threads, one, &shared);
        }
    }
};

} // namespace
} // namespace emulated
} // namespace romp

// The first entry of each table is a filler, so that a table may be empty.
#define ROMP_KERNELS(...) {{}, ##__VA_ARGS__}
#define ROMP_KERNEL_ENTRY(kernel, barriers, ...)                                              \
    {                                                                                         \
        #kernel, romp::emulated::thunk<&romp_unit::kernel, (barriers) != 0>::run, (barriers) != 0, \
            romp::emulated::thunk<&romp_unit::kernel, (barriers) != 0>::params, "" __VA_ARGS__, \
            romp::emulated::thunk<&romp_unit::kernel, (barriers) != 0>::parameters            \
    }
#define ROMP_GLOBALS(...) {{}, ##__VA_ARGS__}
#define ROMP_GLOBAL_ENTRY(variable) {#variable, (void *)&romp_unit::variable, sizeof(romp_unit::variable)}

// Behind the lists stand the romp_emulated_shared of the unit.
// The image's own data lies in the sections that objcopy makes (above), whose bounds the linker defines. Without that
// step the bounds are null, and checks know nothing of the data.
#define ROMP_EMULATED_DATA_                                                                          \
    const romp_emulated_extent romp_extents_[] = {{&__start_romp_data, &__stop_romp_data},           \
                                                  {&__start_romp_bss, &__stop_romp_bss}};            \
    const romp_emulated_data romp_data_ = {ROMP_CHECKED_, 2, romp_extents_, romp_shared_ + 1,        \
                                           sizeof romp_shared_ / sizeof *romp_shared_ - 1};
#ifndef ROMP_UNIT_FLAGS
#define ROMP_UNIT_FLAGS 0 // ROMP_IMAGE_NAMED where the unit is
#endif
#define ROMP_EMULATED_ENTRY_(unit)                                                                   \
    {ROMP_ABI, ROMP_IMAGE_EMULATED | ROMP_UNIT_FLAGS, unit, "", &romp_data_, sizeof romp_data_,                        \
     romp_kernels_ + 1, sizeof romp_kernels_ / sizeof *romp_kernels_ - 1,                            \
     romp_globals_ + 1, sizeof romp_globals_ / sizeof *romp_globals_ - 1}

#define ROMP_EMULATED_IMAGE(unit, kernel_list, global_list, ...)                                     \
    namespace {                                                                                      \
    const romp_emulated_kernel romp_kernels_[] = kernel_list;                                        \
    const romp_emulated_global romp_globals_[] = global_list;                                        \
    const romp_emulated_shared romp_shared_[] = {{}, ##__VA_ARGS__};                                 \
    ROMP_EMULATED_DATA_                                                                              \
    const romp_image romp_image_ = ROMP_EMULATED_ENTRY_(unit);                                       \
    void romp_register_this_() { romp_register_image(&romp_image_); }                                \
    void romp_unregister_this_() { romp_unregister_image(&romp_image_); }                            \
    ROMP_FIRST(romp_register_this_);                                                                 \
    ROMP_LAST(romp_unregister_this_);                                                                \
    }

// A part of a unit that shares nothing, which does not know its unit: another file of the program registers `name`.
// Parts with the same name are the same code.
#define ROMP_EMULATED_PART(name, kernel_list)                                                        \
    namespace {                                                                                      \
    const romp_emulated_kernel romp_kernels_[] = kernel_list;                                        \
    const romp_emulated_global romp_globals_[] = ROMP_GLOBALS();                                     \
    const romp_emulated_shared romp_shared_[] = {{0, 0, 0, 0, 0, 0, 0}};                             \
    ROMP_EMULATED_DATA_                                                                              \
    }                                                                                                \
    extern "C" {                                                                                     \
    extern const romp_image name __attribute__((weak, visibility("hidden")));                        \
    const romp_image name = ROMP_EMULATED_ENTRY_("");                                                \
    }
#endif
