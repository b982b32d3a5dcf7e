// romp/doacross.cuh: loops whose iterations wait for earlier ones of other threads, ordered(n).
//
//     const auto i_range = romp::below<int>(1, n), j_range = romp::below<int>(1, m);
//     auto across = romp::begin_doacross(j_range.trips());     by all threads of the team
//     for (auto k : romp::team_for(i_range.trips())) {
//         across.begin(k);
//         int i = i_range[k];
//         for (int j = 1; j < m; j++) {
//             across.sink(romp::up(i_range, i, -1), romp::up(j_range, j));
//             ...
//             across.source(romp::up(i_range, i), romp::up(j_range, j));
//         }
//         across.end(k);
//     }
//
// An iteration of the outermost loop, or of the collapsed loops, is a row. One word says how far rows k, k + 1024,
// ... are, counted in iterations of all these rows; a row begins when the previous one of its word is complete. Every
// thread executes its rows in increasing order, so that the first row that is not complete waits for none.
#ifndef ROMP_DOACROSS_CUH
#define ROMP_DOACROSS_CUH

namespace romp {
namespace detail {

constexpr unsigned doacross_words = 1024;
// A template, so that kernels without doacross loops have no such array.
template <class> alignas(16) ROMP_TEAM_SHARED unsigned long long rows_done[doacross_words];

// One element of an iteration vector: the number of an iteration of one loop, and how many the loop has.
struct vector_part {
    unsigned long long number, trips;
};

ROMP_FN unsigned long long number_of(unsigned long long before, bool &) { return before; }
template <class... P>
ROMP_FN unsigned long long number_of(unsigned long long before, bool &inside, vector_part first, P... rest)
{
    inside = inside && first.number < first.trips;
    return number_of(before * first.trips + first.number, inside, rest...);
}

} // namespace detail

// The iteration that is `by` further than that of this value, in a loop that counts upward or downward.
template <class R, class V> ROMP_FN detail::vector_part up(R range, V value, long long by = 0)
{
    using C = typename R::count_type;
    return {(unsigned long long)(((C)value - (C)range.first) / range.step) + by, range.count};
}
template <class R, class V> ROMP_FN detail::vector_part down(R range, V value, long long by = 0)
{
    using C = typename R::count_type;
    return {(unsigned long long)(((C)range.first - (C)value) / (C)(0 - range.step)) + by, range.count};
}

template <class T> struct doacross {
    T team;
    unsigned long long length, row; // iterations of a row, the row that this thread is in

    ROMP_FN unsigned long long &word(unsigned long long k) const
    {
        return detail::rows_done<void>[k % detail::doacross_words];
    }
    ROMP_FN void tell(unsigned long long k, unsigned long long done) const
    {
        if (team.threads() == 1)
            return;
        team_fence();
        publish(word(k), done);
    }
    ROMP_FN void begin(unsigned long long k)
    {
        row = k;
        if (k >= detail::doacross_words && team.threads() > 1)
            while (latest(word(k)) < (k - detail::doacross_words + 1) * length)
                spin();
    }
    ROMP_FN void end(unsigned long long k) const { tell(k, (k + 1) * length); }

    template <class... P> ROMP_FN void source(P... parts) const
    {
        bool inside = true;
        tell(row, detail::number_of(0, inside, parts...) + 1);
    }
    // Vectors outside of the iteration space are ignored; earlier iterations of this row are complete.
    template <class... P> ROMP_FN void sink(P... parts) const
    {
        bool inside = true;
        const unsigned long long number = detail::number_of(0, inside, parts...);
        if (!inside || team.threads() == 1 || number / length >= row)
            return;
        while (acquired(word(number / length)) <= number)
            spin();
    }
};

template <class T, bool = T::is_team> ROMP_FN doacross<T> begin_doacross(T team, unsigned long long length)
{
    if (team.threads() > 1) {
        team.barrier();
        for (unsigned i = team.thread(); i < detail::doacross_words; i += team.threads())
            detail::rows_done<void>[i] = 0;
        team.barrier();
    }
    return {team, length, 0};
}
ROMP_FN doacross<block_team> begin_doacross(unsigned long long length) { return begin_doacross(block_team(), length); }

} // namespace romp
#endif
