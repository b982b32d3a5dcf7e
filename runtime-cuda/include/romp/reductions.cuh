// romp/reductions.cuh: reduction clauses (OpenMP 5.2, 5.5.8).
//
//     double sum_private = 0;
//     for (int i : romp::league_stream(0, n))
//         sum_private += a[i];
//     romp::reduce_league(scratch, romp::plus(sum, sum_private));
//
// `plus(original, mine)` and its relatives say how one variable is combined; all variables of a construct are
// combined in one pass: by shuffles in a warp, through one slot for each warp in shared memory, and by the first
// warp; across teams as `romp/league_reductions.cuh` says. The launch's shape determines the order: the same bits from
// run to run.
//
// Between two uses by one team stands a barrier, which the translated code has there.
#ifndef ROMP_REDUCTIONS_CUH
#define ROMP_REDUCTIONS_CUH

namespace romp {

namespace detail {

template <class> constexpr bool is_users = false;
template <class F> constexpr bool is_users<combiner::user<F>> = true;

// Calls `f`, whose barriers are the header's own: the race checker takes no order from them, since the program may not
// rely on it. With `users`, an initialiser of `declare reduction` may have read the originals: that is complete behind
// these barriers, so they count.
template <bool users, class F> ROMP_FN auto with_header_barriers(F f)
{
    if constexpr (users) {
        return f();
    } else {
        const own_code own;
        return f();
    }
}

} // namespace detail

// One list item: the original, this thread's private copy, and the combiner.
template <class F, class O, class T> struct reduction {
    using value_type = std::remove_cv_t<T>;
    F combine;
    O &original;
    const T &mine;

    ROMP_FN value_type load() const { return mine; }
    ROMP_FN value_type merge(value_type a, value_type b) const { return detail::combined(combine, a, b); }
    ROMP_FN value_type before() const { return original; }
    ROMP_FN void note(bool over) const { note_result(&original, sizeof original, over); }
    ROMP_FN void finish(value_type before, value_type total) const
    {
        original = detail::combined(combine, before, total);
    }
};

// A list item that is elements of an array: from `original` on, as many as the copy has.
template <class F, class O, class T, unsigned long long n> struct reduction_of_elements {
    using value_type = detail::array<T, n>;
    F combine;
    O *original;
    const T (&mine)[n];

    ROMP_FN value_type load() const
    {
        value_type value;
#pragma unroll
        for (unsigned long long i = 0; i < n; i++)
            value.element[i] = mine[i];
        return value;
    }
    ROMP_FN value_type merge(value_type a, value_type b) const { return detail::combined(combine, a, b); }
    ROMP_FN value_type before() const
    {
        value_type value;
#pragma unroll
        for (unsigned long long i = 0; i < n; i++)
            value.element[i] = original[i];
        return value;
    }
    ROMP_FN void note(bool over) const { note_result(original, n * sizeof *original, over); }
    ROMP_FN void finish(value_type before, value_type total) const
    {
        for (unsigned long long i = 0; i < n; i++)
            original[i] = combine(before.element[i], total.element[i]);
    }
};

// plus(original, mine) for a variable, plus_each(original, mine) for elements.
#define ROMP_REDUCTION_(name)                                                                           \
    template <class O, class T> ROMP_FN auto name(O &original, const T &mine)                           \
    {                                                                                                   \
        return reduction<combiner::name, O, T>{{}, original, mine};                                     \
    }                                                                                                   \
    template <class O, class T, unsigned long long n>                                                   \
    ROMP_FN auto name##_each(O *original, const T (&mine)[n])                                           \
    {                                                                                                   \
        return reduction_of_elements<combiner::name, O, T, n>{{}, original, mine};                      \
    }
ROMP_REDUCTION_(plus)
ROMP_REDUCTION_(times)
ROMP_REDUCTION_(bit_and)
ROMP_REDUCTION_(bit_or)
ROMP_REDUCTION_(bit_xor)
ROMP_REDUCTION_(logical_and)
ROMP_REDUCTION_(logical_or)
ROMP_REDUCTION_(minimum)
ROMP_REDUCTION_(maximum)
#undef ROMP_REDUCTION_

// maximum_as<unsigned int>(original, mine) for a variable of enumeration type.
#define ROMP_REDUCTION_AS_(name)                                                                        \
    template <class U, class O, class T> ROMP_FN auto name(O &original, const T &mine)                  \
    {                                                                                                   \
        return reduction<combiner::name<U>, O, T>{{}, original, mine};                                  \
    }                                                                                                   \
    template <class U, class O, class T, unsigned long long n>                                          \
    ROMP_FN auto name##_each(O *original, const T (&mine)[n])                                           \
    {                                                                                                   \
        return reduction_of_elements<combiner::name<U>, O, T, n>{{}, original, mine};                   \
    }
ROMP_REDUCTION_AS_(minimum_as)
ROMP_REDUCTION_AS_(maximum_as)
#undef ROMP_REDUCTION_AS_

// Initialises each element of a private copy.
template <class T, unsigned long long n, class V> ROMP_FN void fill(T (&mine)[n], V value)
{
#pragma unroll
    for (unsigned long long i = 0; i < n; i++)
        mine[i] = (T)value;
}

// A private copy of elements from `lower` on, with the indices of the original.
template <class T> ROMP_FN T *behind(T *mine, unsigned long long lower) { return mine - lower; }

template <class O, class T, class F> ROMP_FN auto by(O &original, const T &mine, F combine)
{
    return reduction<combiner::user<F>, O, T>{{combine}, original, mine};
}
template <class O, class T, unsigned long long n, class F>
ROMP_FN auto by_each(O *original, const T (&mine)[n], F combine)
{
    return reduction_of_elements<combiner::user<F>, O, T, n>{{combine}, original, mine};
}
// A copy of an original, for an initialiser of `declare reduction` that takes its address.
template <class T> ROMP_FN T &as_original(const T &copy) { return const_cast<T &>(copy); }
template <class F> ROMP_FN combiner::user<F> by(F combine) { return {combine}; }

// Initialises each element by the initialiser of `declare reduction`, a function of omp_priv and omp_orig.
template <class T, unsigned long long n, class O, class F>
ROMP_FN void start_each(T (&mine)[n], O *original, F initialise)
{
    for (unsigned long long i = 0; i < n; i++)
        initialise(mine[i], const_cast<T &>(original[i]));
}

// ---- All list items of a construct together ----------------------------------------------------

namespace detail {

// Calls `f` for a value, or for each element of an array, with the elements of other arrays that have the same number.
template <class C, class F, class T, class... Others>
ROMP_FN void each_of(const C &combine, F f, T &value, const Others &...others)
{
    f(combine, value, others...);
}
template <class C, class F, class T, unsigned long long n, class... Others>
ROMP_FN void each_of(const C &combine, F f, array<T, n> &value, const Others &...others)
{
    if constexpr (n * sizeof(T) <= 64) {
#pragma unroll
        for (unsigned long long i = 0; i < n; i++)
            f(combine, value.element[i], others.element[i]...);
    } else {
        // A loop over memory, since unrolled steps would be interleaved and take far more registers than the rest of the
        // kernel, of which fewer teams were on an SM then.
        array<T, n> parts = value;
#pragma unroll 1
        for (unsigned long long i = 0; i < n; i++)
            f(combine, parts.element[i], others.element[i]...);
        value = parts;
    }
}

// Whether one instruction combines such values of lanes, which then all have the result: it does for integers of 32 bits
// on architectures that have it.
template <class F, class T> constexpr bool is_one_step = false;
template <class T> constexpr bool is_word_in_one_step = lanes_combine_words && std::is_integral<T>::value && sizeof(T) == 4;
#define ROMP_ONE_STEP_(name, function)                                                                  \
    template <class T> constexpr bool is_one_step<combiner::name, T> = is_word_in_one_step<T>;          \
    template <class T> ROMP_FN T of_lanes(combiner::name, unsigned lanes, T mine)                       \
    {                                                                                                   \
        using word = typename std::conditional<std::is_signed<T>::value, int, unsigned>::type;          \
        return (T)function(lanes, (word)mine);                                                          \
    }
ROMP_ONE_STEP_(plus, lanes_sum)
ROMP_ONE_STEP_(bit_and, lanes_and)
ROMP_ONE_STEP_(bit_or, lanes_or)
ROMP_ONE_STEP_(bit_xor, lanes_xor)
ROMP_ONE_STEP_(minimum, lanes_least)
ROMP_ONE_STEP_(maximum, lanes_greatest)
#undef ROMP_ONE_STEP_
template <class C, class P> constexpr bool part_in_one_step = is_one_step<std::decay_t<C>, std::decay_t<P>>;

// Whether a few such instructions combine floating-point values of a whole warp, as long as none is NaN: they have an
// order of words.
template <class F, class T>
constexpr bool is_by_words = lanes_combine_words && (same<F, combiner::minimum>::value || same<F, combiner::maximum>::value) &&
                             (same<T, float>::value || same<T, double>::value);
template <class C, class P> constexpr bool part_by_words = is_by_words<std::decay_t<C>, std::decay_t<P>>;
template <class T> ROMP_FN T by_words(combiner::minimum, T mine) { return lanes_least(0xffffffffu, mine); }
template <class T> ROMP_FN T by_words(combiner::maximum, T mine) { return lanes_greatest(0xffffffffu, mine); }

// The values of all list items, and their combination. They take no more bytes than those of the items, each
// rounded up to 16 or to the greatest alignment of all, on which the translator counts for the slots in scratch memory.
template <class... R> struct all;

template <class R> struct all<R> {
    static constexpr bool in_one_step = is_one_step<decltype(R::combine), typename R::value_type>;
    struct values {
        typename R::value_type first;
    };
    R first;

    ROMP_FN values load() const { return {first.load()}; }
    ROMP_FN values merge(values a, values b) const { return {first.merge(a.first, b.first)}; }
    ROMP_FN values from_lane(unsigned lanes, values v, unsigned distance) const
    {
        return {shuffle_down(lanes, v.first, distance)};
    }
    // One scalar after the other, so that few of a large value's registers are in use at once.
    template <class F, class... Others> ROMP_FN void each_part(F f, values &v, const Others &...others) const
    {
        each_of(first.combine, f, v.first, others.first...);
    }
    ROMP_FN values before() const { return {first.before()}; }
    ROMP_FN void note(bool over) const { first.note(over); }
    ROMP_FN void finish(values before, values total) const { first.finish(before.first, total.first); }
};

template <class R, class S, class... Rest> struct all<R, S, Rest...> {
    static constexpr bool in_one_step = all<R>::in_one_step && all<S, Rest...>::in_one_step;
    struct values {
        typename R::value_type first;
        typename all<S, Rest...>::values rest;
    };
    R first;
    all<S, Rest...> rest;

    ROMP_FN values load() const { return {first.load(), rest.load()}; }
    ROMP_FN values merge(values a, values b) const { return {first.merge(a.first, b.first), rest.merge(a.rest, b.rest)}; }
    ROMP_FN values from_lane(unsigned lanes, values v, unsigned distance) const
    {
        return {shuffle_down(lanes, v.first, distance), rest.from_lane(lanes, v.rest, distance)};
    }
    template <class F, class... Others> ROMP_FN void each_part(F f, values &v, const Others &...others) const
    {
        each_of(first.combine, f, v.first, others.first...);
        rest.each_part(f, v.rest, others.rest...);
    }
    ROMP_FN values before() const { return {first.before(), rest.before()}; }
    ROMP_FN void note(bool over) const
    {
        first.note(over);
        rest.note(over);
    }
    ROMP_FN void finish(values before, values total) const
    {
        first.finish(before.first, total.first);
        rest.finish(before.rest, total.rest);
    }
};

template <class R> ROMP_FN all<R> gather(R only) { return {only}; }
template <class R, class S, class... Rest> ROMP_FN all<R, S, Rest...> gather(R first, S second, Rest... rest)
{
    return {first, gather(second, rest...)};
}

ROMP_FN unsigned lanes_below(unsigned n) { return n >= 32 ? 0xffffffffu : (1u << n) - 1; }

// Combines the values of the warp's first `count` lanes, each with its neighbour's first; lane 0 has the result.
// Those lanes call it, and no others.
template <class A, class V> ROMP_FN V warp_combine(const A &all, unsigned count, unsigned lane, V value)
{
    if (count == 32) {
        const auto whole_warp = [](const auto &combine, auto &part) {
            if constexpr (part_in_one_step<decltype(combine), decltype(part)>) {
                part = of_lanes(combine, 0xffffffffu, part);
            } else {
                if constexpr (part_by_words<decltype(combine), decltype(part)>) {
                    if (!lanes_any(0xffffffffu, part != part)) {
                        part = by_words(combine, part);
                        return;
                    }
                }
#pragma unroll
                for (unsigned distance = 16; distance > 0; distance /= 2)
                    part = combined(combine, part, shuffle_down(0xffffffffu, part, distance));
            }
        };
        all.each_part(whole_warp, value);
        return value;
    }
    const unsigned lanes = lanes_below(count);
    const auto first_lanes = [=](const auto &combine, auto &part) {
        if constexpr (part_in_one_step<decltype(combine), decltype(part)>) {
            part = of_lanes(combine, lanes, part);
        } else {
            for (unsigned distance = 16; distance > 0; distance /= 2) {
                const auto other = shuffle_down(lanes, part, distance);
                if (lane + distance < count)
                    part = combined(combine, part, other);
            }
        }
    };
    all.each_part(first_lanes, value);
    return value;
}

// Large values are combined in rounds of eight warps, so that several reductions of arrays fit a kernel. The
// translator counts these slots in the header's shared storage.
template <class V> constexpr unsigned slots_of = sizeof(V) <= 64 ? 32 : 8;

template <class V> struct alignas(16) warp_slots {
    V of[slots_of<V>];
};
template <class V> __shared__ warp_slots<V> reduction_slots;

// Combines the values of the first eight lanes of a whole warp, of which lane `n` has one if there are more than `n`
// warps; lane 0 has the result.
template <class A, class V> ROMP_FN void of_eight_lanes(const A &all, unsigned warps, unsigned lane, V &value)
{
    const auto of_warps = [=](const auto &combine, auto &part) {
#pragma unroll(sizeof(V) <= 64 ? 4 : 1)
        for (unsigned distance = 4; distance > 0; distance /= 2) {
            const auto other = shuffle_down(0xffffffffu, part, distance);
            if (lane + distance < warps)
                part = combined(combine, part, other);
        }
    };
    all.each_part(of_warps, value);
}

// Combines the slots of so many warps in a whole warp: each lane combines four slots, then the first eight lanes combine
// theirs; lane 0 has the result.
template <class A, class V> ROMP_FN V of_slots(const A &all, const V *slots, unsigned warps, unsigned lane)
{
    const unsigned from = lane % 8;
    // Slots without a warp are read and not used: a load under a condition takes longer.
    V value = slots[from];
#pragma unroll
    for (unsigned at = 8; at < 32; at += 8) {
        const V other = slots[from + at];
        if (from + at < warps)
            value = all.merge(value, other);
    }
    of_eight_lanes(all, warps, lane, value);
    return value;
}

// Combines the values of the team's first `count` threads; thread 0 has the result. All threads call it.
template <class Team, class A, class V> ROMP_CODE V team_combine(Team team, const A &all, unsigned count, V value)
{
    // A team of one thread may have any lane of a warp.
    if (count <= 1)
        return value;
    const unsigned me = team.thread(), lane = me % 32, warp = me / 32, in_warp = lanes_among(count, me);
    if (lane < in_warp)
        value = warp_combine(all, in_warp, lane, value);
    if (count <= 32)
        return value;
    const unsigned warps = (count + 31) / 32;
    const V *const slots = reduction_slots<V>.of;
    // The first warp is whole.
    if constexpr (slots_of<V> == 32) {
        if (lane == 0 && in_warp > 0)
            reduction_slots<V>.of[warp] = value;
        team.barrier();
        if (me < 32)
            value = of_slots(all, slots, warps, lane);
    } else {
        const unsigned from = lane % 8;
        // A warp adds its value to that of the warp eight before it.
        const auto to_slot = [](const auto &combine, auto &part, const auto &mine) { part = combined(combine, part, mine); };
        for (unsigned at = 0; at < warps; at += 8) {
            if (lane == 0 && in_warp > 0 && warp - at < 8) {
                V &slot = reduction_slots<V>.of[warp - at];
                if (at == 0)
                    slot = value;
                else
                    all.each_part(to_slot, slot, value);
            }
            team.barrier();
        }
        if (me < 32 && from < warps)
            value = slots[from];
        if (me < 32)
            of_eight_lanes(all, warps, lane, value);
    }
    return value;
}

// Likewise where all threads of the team get the result, the same to the last bit, behind one barrier. The slots are
// read until the team's next barrier: as for the result of thread 0, one stands before the next reduction.
template <class Team, class A, class V> ROMP_CODE V team_combine_for_all(Team team, const A &all, V value)
{
    const unsigned threads = team.threads(), me = team.thread(), lane = me % 32;
    if constexpr (slots_of<V> == 32) {
        // Of whole warps each combines all slots, in the same order.
        if (threads > 32 && threads % 32 == 0) {
            value = warp_combine(all, 32, lane, value);
            if (lane == 0)
                reduction_slots<V>.of[me / 32] = value;
            team.barrier();
            const V *const slots = reduction_slots<V>.of;
            value = of_slots(all, slots, threads / 32, lane);
            return shuffle_from(0xffffffffu, value, 0);
        }
    }
    value = team_combine(team, all, threads, value);
    if (threads > 32) {
        V &total = reduction_slots<V>.of[0];
        // The slots have been read by lanes of the first warp.
        if (me < 32)
            lanes_barrier(32);
        if (me == 0)
            total = value;
        team.barrier();
        value = total;
    } else if (threads > 1) {
        if constexpr (!A::in_one_step)
            value = shuffle_from(lanes_below(threads), value, 0);
    }
    return value;
}

template <class F, class O, class T> constexpr bool is_users<reduction<F, O, T>> = is_users<F>;
template <class F, class O, class T, unsigned long long n>
constexpr bool is_users<reduction_of_elements<F, O, T, n>> = is_users<F>;

} // namespace detail

// ---- The algorithms ----------------------------------------------------------------------------

// At the end of a construct of one team: thread 0 writes the result to the originals, which can be read after the
// next barrier. The barriers here give no order that the program may rely on.
template <class Team, class... R, bool = Team::is_team> ROMP_FN void reduce(Team team, R... items)
{
    const auto all = detail::gather(items...);
    all.note(false);
    const auto value = detail::with_header_barriers<(detail::is_users<R> || ...)>([&] {
        const auto value = detail::team_combine(team, all, team.threads(), all.load());
        // The originals are read when all threads are here, since one may have changed them just before.
        if constexpr (detail::same<Team, block_team>::value) {
            if (team.threads() > 1 && team.threads() <= 32)
                lanes_barrier(team.threads());
        } else if (team.threads() > 1 && team.threads() <= 32) {
            team.barrier();
        }
        return value;
    });
    if (team.thread() == 0) {
        const own_code own;
        all.finish(all.before(), value);
    }
    all.note(true);
}
template <class R, class... Rest, class = detail::no_team<R>> ROMP_FN void reduce(R first, Rest... rest)
{
    reduce(block_team(), first, rest...);
}

// Likewise where each thread has originals, with the same values: all get the result, equal to the last bit.
template <class Team, class... R, bool = Team::is_team> ROMP_FN void reduce_to_all(Team team, R... items)
{
    const auto all = detail::gather(items...);
    const auto value = detail::with_header_barriers<(detail::is_users<R> || ...)>(
        [&] { return detail::team_combine_for_all(team, all, all.load()); });
    all.finish(all.before(), value);
}
template <class R, class... Rest, class = detail::no_team<R>> ROMP_FN void reduce_to_all(R first, Rest... rest)
{
    reduce_to_all(block_team(), first, rest...);
}

} // namespace romp
#endif
