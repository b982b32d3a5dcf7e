// romp/ordered.cuh: `ordered` regions in functions that the body of their loop calls.
//
//     const romp::order_told told(order);      the loop, by each thread; in each iteration:
//     order.now = k;
//
//     romp::order_of_caller order;             the function
//     while (order.pending())
//         if (order.reached()) {
//             ...
//             order.passed();
//         }
//
// A thread that calls the function outside of such a loop, or in a region of its own, has nobody to wait for. What
// each thread's loop is lies in shared memory of kernels that have such loops; others have the state's word for it
// that there is none. Kernels that know the functions start with `forget_orders()`, so that no thread finds
// junk.
#ifndef ROMP_ORDERED_CUH
#define ROMP_ORDERED_CUH

namespace romp {
namespace detail {

struct alignas(16) orders_of_threads {
    order_of_loop *of[1024];
};
static_assert(sizeof(orders_of_threads) == 8192, "the translator counts it");
template <class> ROMP_TEAM_SHARED orders_of_threads orders;

} // namespace detail

// All threads of the block, at the kernel's start.
ROMP_FN void forget_orders() { detail::orders<void>.of[thread()] = nullptr; }

// As long as it lives, what this thread calls finds this loop; or none, where the loop is one thread's.
struct order_told {
    order_of_loop *before;

    ROMP_FN explicit order_told(order_of_loop *order)
        : before(state().orders ? detail::orders<void>.of[thread()] : nullptr)
    {
        detail::orders<void>.of[thread()] = order;
        state().orders = true;
    }
    ROMP_FN explicit order_told(order_of_loop &order) : order_told(&order) {}
    ROMP_FN order_told() : order_told((order_of_loop *)nullptr) {}
    ROMP_FN ~order_told() { detail::orders<void>.of[thread()] = before; }
    order_told(const order_told &) = delete;
};

struct order_of_caller {
    order_of_loop *loop;
    bool done;

    ROMP_FN order_of_caller() : loop(state().orders ? detail::orders<void>.of[thread()] : nullptr), done(false)
    {
        if (loop && loop->own == loop->now + 1)
            fail("an iteration came to a second `ordered` region");
    }
    ROMP_FN bool pending() const { return loop ? loop->pending(loop->now) : !done; }
    ROMP_FN bool reached(source_place here = {}) const { return loop ? loop->reached(loop->now, here) : true; }
    ROMP_FN void passed()
    {
        if (loop)
            loop->passed(loop->now);
        done = true;
    }
};

} // namespace romp
#endif
