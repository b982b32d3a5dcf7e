// romp/array_reductions.cuh: reduction clauses on arrays that no thread can keep in registers.
//
//     __shared__ int bins_team[4096];
//     romp::begin_copy(bins_team, 4096, 0);
//     for (int i : romp::league_stream(0, n))
//         romp::atomic_add(bins_team[a[i]], 1);
//     romp::hand_in_copy(romp::combiner::plus(), bins, bins_team, 4096, 0);
//
// A body that only updates elements works on a copy of its team, atomically, or on the originals where there is no
// room for a copy; integers have the same result in any order. For other bodies each thread has a copy in the
// launch's scratch memory, and the copies are combined element by element in a fixed order. In functions, and where
// the length is not known before the launch, each thread has a copy on its stack and adds it to the original.
#ifndef ROMP_ARRAY_REDUCTIONS_CUH
#define ROMP_ARRAY_REDUCTIONS_CUH

namespace romp {

template <class T> struct thread_array;

namespace detail {

ROMP_FN size_t elements(long long count) { return count > 0 ? (size_t)count : 0; }

// The elements of a team's copy, which lies in shared memory: 32 bits count them.
ROMP_FN unsigned words(long long count) { return count > 0 ? (unsigned)count : 0; }
template <class Team, class T, class V> ROMP_FN void fill_copy(Team team, T *copy, unsigned count, V identity)
{
    for (unsigned i = team.thread(); i < count; i += team.threads())
        copy[i] = (T)identity;
}

// note_reduction for an array: each thread notes its own part and the next thread's. Two threads then note each
// element, so that an access of any thread is one of another thread than at least one of them.
template <class Team, class O> ROMP_FN void note_reduction_of(Team team, const O *original, size_t count, bool over)
{
    const size_t threads = team.threads(), part = (count + threads - 1) / threads;
    if (threads == 1 || count == 0)
        return;
    for (unsigned next = 0; next < 2; next++) {
        const size_t first = (team.thread() + next) % threads * part;
        if (first < count)
            note_reduction(original + first, (count - first < part ? count - first : part) * sizeof(O), over);
    }
}

#define ROMP_INTO_(name, operation)                                                                     \
    template <class O, class T> ROMP_FN void into(combiner::name, O &original, T value)                 \
    {                                                                                                   \
        atomic_##operation(generic(original), value);                                                         \
    }
ROMP_INTO_(plus, add)
ROMP_INTO_(times, mul)
ROMP_INTO_(bit_and, and)
ROMP_INTO_(bit_or, or)
ROMP_INTO_(bit_xor, xor)
ROMP_INTO_(logical_and, logical_and)
ROMP_INTO_(logical_or, logical_or)
ROMP_INTO_(minimum, min)
ROMP_INTO_(maximum, max)
#undef ROMP_INTO_
template <class U, class O, class T> ROMP_FN void into(combiner::minimum_as<U>, O &original, T value)
{
    atomic_min(generic((U &)original), (U)value);
}
template <class U, class O, class T> ROMP_FN void into(combiner::maximum_as<U>, O &original, T value)
{
    atomic_max(generic((U &)original), (U)value);
}

} // namespace detail

// ---- A copy for a team ---------------------------------------------------------------------------

// What is told of a copy before the team uses it; checked images have more to tell.
struct nothing_told {
    template <class T> ROMP_FN void operator()(T *, size_t) const {}
};

// All threads of the team call these. The first barrier waits for uses of the copy by an earlier construct.
template <class Team, class T, class V, class Tell = nothing_told, bool = Team::is_team>
ROMP_FN void begin_copy(Team team, T *copy, long long count, V identity, Tell tell = {})
{
    const own_code own;
    team.barrier();
    tell(copy, detail::elements(count));
    detail::fill_copy(team, copy, detail::words(count), identity);
    team.barrier();
}
template <class T, class V, class Tell = nothing_told>
ROMP_FN void begin_copy(T *copy, long long count, V identity, Tell tell = {})
{
    begin_copy(block_team(), copy, count, identity, tell);
}

// The array that a team updates where the copy may have fewer elements than the array: copies, or the original. A team
// has as many copies as have room, up to one for each lane of a warp, since atomic updates of one address wait for each
// other; this is the calling thread's. The elements know where they are (`romp/atomics.cuh`), so that instructions for
// shared memory suffice.
template <class T> struct updated_array {
    T *copy;         // in the room, also where that does not suffice
    T *original;
    unsigned copies; // of the team, a power of two; 0: the original is updated

    template <class I> ROMP_FN updated_element<T> operator[](I i) const
    {
        return {copy + i, original + i, copies > 0};
    }
};
template <class T> ROMP_FN updated_array<T> behind(updated_array<T> mine, unsigned long long lower)
{
    return {mine.copy - lower, mine.original - lower, mine.copies};
}

namespace detail {

// From one copy to the next: odd, so that the same element of neighbouring lanes' copies lies in banks of their own.
ROMP_FN size_t copy_stride(long long count) { return elements(count) | 1; }

// Several copies have no more elements than the team's threads initialise and add up in a few steps.
constexpr unsigned most_of_copies = 4096;

// The room that so many copies take.
template <class T> ROMP_FN size_t bytes_of_copies(unsigned copies, long long count)
{
    if (copies > 1 && copies * copy_stride(count) > most_of_copies)
        return (size_t)1 << 40;
    return copies > 1 ? copies * copy_stride(count) * sizeof(T) : elements(count) * sizeof(T);
}

// How many copies of an array have room for `room` elements, which those of one are: as many as `bytes_of_copies` allows,
// without a loop, since a kernel may run no longer than it takes to begin.
ROMP_FN unsigned copies_in_room(unsigned long long room, unsigned count)
{
    const unsigned most = room < most_of_copies ? (unsigned)room : most_of_copies, stride = count | 1;
    return stride * 2 > most    ? 1
           : stride * 4 > most  ? 2
           : stride * 8 > most  ? 4
           : stride * 16 > most ? 8
           : stride * 32 > most ? 16
                                : 32;
}

// Which copy is a thread's: neighbouring lanes have different ones, and so have the first lanes of neighbouring warps.
ROMP_FN unsigned copy_of(unsigned thread, unsigned copies) { return (thread + thread / 32) & (copies - 1); }

// Begins all copies of a team, which lie from `space` on, and returns that of the calling thread.
template <class Team, class T, class V, class Tell>
ROMP_FN updated_array<T> begin_copies(Team team, T *space, unsigned copies, T *original, long long count, V identity, Tell tell)
{
    const unsigned stride = words(count) | 1;
    begin_copy(team, space, copies > 1 ? copies * stride : words(count), identity, tell);
    return {space + detail::copy_of(team.thread(), copies) * stride, original, copies};
}

} // namespace detail

template <class Team, class T, class V, class Tell = nothing_told, bool = Team::is_team>
ROMP_FN updated_array<T> begin_copy(Team team, T *space, long long room, T *original, long long count, V identity, Tell tell = {})
{
    if (count > room)
        return {space, original, 0};
    // What is told of a copy goes for one.
    const unsigned copies =
        std::is_same<Tell, nothing_told>::value ? detail::copies_in_room((unsigned long long)room, detail::words(count)) : 1;
    return detail::begin_copies(team, space, copies, original, count, identity, tell);
}
template <class T, class V, class Tell = nothing_told>
ROMP_FN updated_array<T> begin_copy(T *space, long long room, T *original, long long count, V identity, Tell tell = {})
{
    return begin_copy(block_team(), space, room, original, count, identity, tell);
}

// Shared memory for the copies of several arrays whose lengths are known at run time only, which are told to it first:
//
//     __shared__ romp::copies_of<32768> copies;
//     romp::copy_room room(copies, sums, n, sizes, m);
//     const romp::updated_array<double> sums_team = romp::begin_copy(room, sums, n, 0);
//     const romp::updated_array<int> sizes_team = romp::begin_copy(room, sizes, m, 0);
template <unsigned bytes> struct alignas(16) copies_of {
    unsigned char at[bytes];
};
struct copy_room {
    unsigned char *at;
    unsigned left;   // bytes, a multiple of 16
    unsigned copies; // of each array, if all have room

    template <unsigned bytes, class... All>
    ROMP_FN explicit copy_room(copies_of<bytes> &room, All... arrays) : at(room.at), left(bytes), copies(32)
    {
        while (copies > 1 && bytes_of(copies, arrays...) > bytes)
            copies /= 2;
    }

    // The room for so many elements of the type T, if there is enough; it is theirs from now on.
    template <class T> ROMP_FN bool take(T *&begin, long long count)
    {
        begin = (T *)at;
        if (count > (long long)(left / sizeof(T)))
            return false;
        const unsigned taken = (unsigned)rounded(detail::bytes_of_copies<T>(copies, count));
        at += taken;
        left -= taken;
        return true;
    }

  private:
    ROMP_FN static size_t rounded(size_t bytes) { return (bytes + 15) / 16 * 16; }
    ROMP_FN static size_t bytes_of(unsigned) { return 0; }
    template <class T, class... Rest>
    ROMP_FN static size_t bytes_of(unsigned copies, T *, long long count, Rest... rest)
    {
        return rounded(detail::bytes_of_copies<T>(copies, count)) + bytes_of(copies, rest...);
    }
};
template <class Team, class T, class V, bool = Team::is_team>
ROMP_FN updated_array<T> begin_copy(Team team, copy_room &room, T *original, long long count, V identity)
{
    T *space;
    if (!room.take(space, count))
        return {space, original, 0};
    return detail::begin_copies(team, space, room.copies, original, count, identity, nothing_told());
}
template <class T, class V> ROMP_FN updated_array<T> begin_copy(copy_room &room, T *original, long long count, V identity)
{
    return begin_copy(block_team(), room, original, count, identity);
}

template <class Team, class F, class O, class T, class V, bool = Team::is_team>
ROMP_FN void hand_in_copy(Team team, F combine, O *original, T *copy, long long count, V identity)
{
    hand_in_copy(team, combine, original, updated_array<T>{copy, (T *)nullptr, 1}, count, identity);
}
template <class F, class O, class T, class V>
ROMP_FN void hand_in_copy(F combine, O *original, T *copy, long long count, V identity)
{
    hand_in_copy(block_team(), combine, original, copy, count, identity);
}

template <class Team, class F, class O, class T, class V, bool = Team::is_team>
ROMP_FN void hand_in_copy(Team team, F combine, O *original, updated_array<T> mine, long long count, V identity)
{
    if (mine.copies == 0)
        return;
    detail::note_reduction_of(team, original, detail::elements(count), false);
    {
        const own_code own;
        const unsigned n = detail::words(count), stride = n | 1;
        const T *const first = mine.copy - detail::copy_of(team.thread(), mine.copies) * stride;
        team.barrier();
        for (unsigned i = team.thread(); i < n; i += team.threads()) {
            T total = first[i];
            for (unsigned copy = 1; copy < mine.copies; copy++)
                total = combine(total, first[copy * stride + i]);
            if (total != (T)identity)
                detail::into(combine, original[i], total);
        }
    }
    detail::note_reduction_of(team, original, detail::elements(count), true);
}
template <class F, class O, class T, class V>
ROMP_FN void hand_in_copy(F combine, O *original, updated_array<T> mine, long long count, V identity)
{
    hand_in_copy(block_team(), combine, original, mine, count, identity);
}

// ---- A copy for each thread ----------------------------------------------------------------------

// The copies stand behind the counters and the teams' slots of scratch memory.
ROMP_FN char *copies_in(void *scratch, size_t slots) { return (char *)scratch + detail::scratch_head + slots * teams(); }

template <class T> struct thread_copies {
    char *at;
    size_t count;

    ROMP_FN thread_copies(char *at, long long count) : at(at), count(detail::elements(count)) {}
    ROMP_FN size_t bytes() const { return (count * sizeof(T) + 15) / 16 * 16; }
    ROMP_FN T *of(unsigned team, unsigned thread) const
    {
        return (T *)(at + bytes() * ((size_t)team * threads() + thread));
    }
    ROMP_FN char *end() const { return at + bytes() * teams() * threads(); }
    // The copy of the calling thread.
    template <class V> ROMP_FN T *begin(V identity) const
    {
        T *const mine = of(romp::team(), romp::thread());
        for (size_t i = 0; i < count; i++)
            mine[i] = (T)identity;
        return mine;
    }
    // Initialises the copy by the initialiser of `declare reduction`.
    template <class O, class F> ROMP_FN T *begin(O *original, F initialise) const
    {
        T *const mine = of(romp::team(), romp::thread());
        for (size_t i = 0; i < count; i++)
            initialise(mine[i], const_cast<T &>(original[i]));
        return mine;
    }
};

// The copy, under the type of the original's rows.
template <class R> ROMP_FN R *as_rows(R *, void *copy) { return (R *)copy; }

namespace detail {

// Each element is combined by one thread, from the copies in the order of their threads, into `to`.
template <class Team, class F, class T, class Put>
ROMP_FN void combine_copies(Team team, F combine, const thread_copies<T> &copies, Put put)
{
    with_header_barriers<is_users<F>>([&] { team.barrier(); });
    const own_code own;
    for (size_t i = team.thread(); i < copies.count; i += team.threads()) {
        T total = copies.of(romp::team(), 0)[i];
        for (unsigned t = 1; t < team.threads(); t++)
            total = combine(total, copies.of(romp::team(), t)[i]);
        put(i, total);
    }
}

} // namespace detail

template <class Team, class F, class O, class T, bool = Team::is_team>
ROMP_FN void reduce_copies(Team team, F combine, O *original, const thread_copies<T> &copies)
{
    detail::note_reduction_of(team, original, copies.count, false);
    detail::combine_copies(team, combine, copies,
                           [=](size_t i, T total) { original[i] = combine((T)original[i], total); });
    detail::note_reduction_of(team, original, copies.count, true);
}
template <class F, class O, class T>
ROMP_FN void reduce_copies(F combine, O *original, const thread_copies<T> &copies)
{
    reduce_copies(block_team(), combine, original, copies);
}

// Combines the copies of the whole league: the team that arrives last reads those of all. `counter` numbers the
// counter in scratch memory for this array.
template <class Team, class F, class O, class T, bool = Team::is_team>
ROMP_CODE void reduce_copies_league(Team team, void *scratch, unsigned counter, F combine, O *original,
                                    const thread_copies<T> &copies)
{
    if (teams() == 1)
        return reduce_copies(team, combine, original, copies);
    detail::combine_copies(team, combine, copies,
                           [&](size_t i, T total) { copies.of(romp::team(), 0)[i] = total; });
    team.barrier();
    unsigned *const ticket = (unsigned *)scratch + counter;
    if (team.thread() == 0)
        detail::reduction_end<void>.is_last = take_ticket(ticket) == teams() - 1;
    team.barrier();
    if (!detail::reduction_end<void>.is_last)
        return;
    for (size_t i = team.thread(); i < copies.count; i += team.threads()) {
        T total = copies.of(0, 0)[i];
        for (unsigned t = 1; t < teams(); t++)
            total = combine(total, copies.of(t, 0)[i]);
        original[i] = combine((T)original[i], total);
    }
    team.barrier();
    if (team.thread() == 0)
        *ticket = 0;
}
template <class F, class O, class T>
ROMP_FN void reduce_copies_league(void *scratch, unsigned counter, F combine, O *original,
                                  const thread_copies<T> &copies)
{
    reduce_copies_league(block_team(), scratch, counter, combine, original, copies);
}

// ---- A copy on each thread's stack ---------------------------------------------------------------

template <class T, class V> ROMP_FN T *begin_array(const thread_array<T> &copy, V identity)
{
    for (size_t i = 0; i < copy.count; i++)
        copy.at[i] = (T)identity;
    return copy.at;
}
template <class T, class O, class F> ROMP_FN T *begin_array(const thread_array<T> &copy, O *original, F initialise)
{
    for (size_t i = 0; i < copy.count; i++)
        initialise(copy.at[i], const_cast<T &>(original[i]));
    return copy.at;
}

namespace detail {

// In each turn every thread has a part of the original for itself, and the turns give each element its copies in
// one fixed order.
template <class Team, class F, class O, class T>
ROMP_FN void hand_in_by_turns(Team team, F combine, O *original, const thread_array<T> &copy)
{
    const size_t count = copy.count, threads = team.threads(), me = team.thread();
    const size_t part = (count + threads - 1) / threads;
    for (size_t turn = 0; turn < threads; turn++) {
        if (turn > 0)
            with_header_barriers<is_users<F>>([&] { team.barrier(); });
        const own_code own;
        const size_t first = (me + turn) % threads * part;
        for (size_t i = first; i < count && i - first < part; i++)
            original[i] = combine((T)original[i], copy.at[i]);
    }
}

template <class F, class T> constexpr bool by_turns = std::is_floating_point<T>::value;
// Whether threads must take turns: for `declare reduction`, whose combiner is no atomic operation.
template <class F, class T> constexpr bool by_turns<combiner::user<F>, T> = true;

} // namespace detail

// Threads take turns where rounding must not depend on who is first; otherwise they begin at different elements. A
// thread that is alone has the original for itself, and updates it without atomic operations.
template <class Team, class F, class O, class T, bool = Team::is_team>
ROMP_FN void hand_in_array(Team team, F combine, O *original, const thread_array<T> &copy)
{
    detail::note_reduction_of(team, original, copy.count, false);
    if constexpr (detail::by_turns<F, T>) {
        detail::hand_in_by_turns(team, combine, original, copy);
    } else {
        const own_code own;
        const size_t count = copy.count, threads = team.threads();
        const size_t first = threads > 1 ? count / threads * team.thread() : 0;
        for (size_t n = 0; n < count; n++) {
            const size_t i = first + n < count ? first + n : first + n - count;
            if (threads > 1)
                detail::into(combine, original[i], copy.at[i]);
            else
                original[i] = combine((T)original[i], copy.at[i]);
        }
    }
    detail::note_reduction_of(team, original, copy.count, true);
}
template <class F, class O, class T> ROMP_FN void hand_in_array(F combine, O *original, const thread_array<T> &copy)
{
    hand_in_array(block_team(), combine, original, copy);
}

} // namespace romp
#endif
