// romp/ordered.cuh: `ordered` regions in functions that the body of a loop calls.
//
//     const romp::current_order current(order);      the loop, by each thread; in each iteration:
//     order.now = k;
//
//     romp::order_of_caller order;             the function
//     while (order.pending())
//         if (order.reached()) {
//             ...
//             order.passed();
//         }
//
// A thread that calls the function outside of such a loop, or in a region of its own, waits for nobody. Which loop
// each thread executes stands in shared memory of kernels with such loops; in other kernels the state says that there
// is none. Kernels that know the functions start with `forget_orders()`, since shared memory begins undefined.
#ifndef ROMP_ORDERED_CUH
#define ROMP_ORDERED_CUH

namespace romp {
namespace detail {

struct alignas(16) orders_of_threads {
    order_of_loop *of[1024];
};
static_assert(sizeof(orders_of_threads) == 8192, "the translator plans with this size");
template <class> ROMP_TEAM_SHARED orders_of_threads orders;

} // namespace detail

// Called by all threads of the block at the kernel's start.
ROMP_FN void forget_orders() { detail::orders<void>.of[thread()] = nullptr; }

// While it lives, functions that this thread calls find this loop; or none, where one thread executes the loop.
struct current_order {
    order_of_loop *before;

    ROMP_FN explicit current_order(order_of_loop *order)
        : before(state().orders ? detail::orders<void>.of[thread()] : nullptr)
    {
        detail::orders<void>.of[thread()] = order;
        state().orders = true;
    }
    ROMP_FN explicit current_order(order_of_loop &order) : current_order(&order) {}
    ROMP_FN current_order() : current_order((order_of_loop *)nullptr) {}
    ROMP_FN ~current_order() { detail::orders<void>.of[thread()] = before; }
    current_order(const current_order &) = delete;
};

struct order_of_caller {
    order_of_loop *loop;
    bool done;

    ROMP_FN order_of_caller() : loop(state().orders ? detail::orders<void>.of[thread()] : nullptr), done(false)
    {
        if (loop && loop->own == loop->now + 1)
            fail("an iteration executes a second `ordered` region, and an iteration may execute one");
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
