// Ranges and schedules against the loops they stand for: every bound of 8-bit types, the edges of wider
// ones, and each schedule's partition of the iterations. Prints what is wrong.
#include "romp/device.cuh"

#include <cstdlib>
#include <limits>
#include <vector>

static long failures;

template <class T> static void same(const char *what, const std::vector<T> &got, const std::vector<T> &want, long long a, long long b, long long s)
{
    if (got == want)
        return;
    if (failures++ < 20)
        printf("%s(%lld, %lld, %lld): %zu trips, expected %zu\n", what, a, b, s, got.size(), want.size());
}

template <class R> static auto all(R range)
{
    std::vector<typename R::value_type> values;
    for (typename R::count_type k = 0; k < range.trips(); k++)
        values.push_back(range[k]);
    return values;
}

// Loops of T whose variable passes the bound without leaving `int` (as C promotes) or wraps within 8 bits
// would never end: those are skipped by following them in 64 bits.
template <class T> static void bounds()
{
    const int low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    for (int a = low; a <= high; a++)
        for (int b = low; b <= high; b += (b == low || b > high - 3 || b < low + 3) ? 1 : 5)
            for (int s : {1, 2, 7, 100}) {
                std::vector<T> want;
                int i;
                for (i = a; i < b; i += s)
                    want.push_back((T)i);
                same("below", all(romp::below((T)a, (T)b, s)), want, a, b, s);
                want.clear();
                for (i = a; i <= b; i += s)
                    want.push_back((T)i);
                same("upto", all(romp::upto((T)a, (T)b, s)), want, a, b, s);
                want.clear();
                for (i = a; i > b; i -= s)
                    want.push_back((T)i);
                same("above", all(romp::above((T)a, (T)b, s)), want, a, b, s);
                want.clear();
                for (i = a; i >= b; i -= s)
                    want.push_back((T)i);
                same("downto", all(romp::downto((T)a, (T)b, s)), want, a, b, s);
                if (s != 1)
                    continue;
                want.clear();
                for (T v = (T)a; v != (T)b; v++)
                    want.push_back(v);
                same("until up", all(romp::until((T)a, (T)b, 1)), want, a, b, 1);
                want.clear();
                for (T v = (T)a; v != (T)b; v--)
                    want.push_back(v);
                same("until down", all(romp::until((T)a, (T)b, -1)), want, a, b, -1);
            }
}

static void count(const char *what, unsigned long long got, unsigned long long want)
{
    if (got != want && failures++ < 20)
        printf("%s: %llu trips, expected %llu\n", what, got, want);
}

static void edges()
{
    count("whole int", romp::below(INT_MIN, INT_MAX).trips(), UINT_MAX);
    count("upto int", romp::upto(INT_MIN, INT_MAX - 1).trips(), UINT_MAX);
    count("downto int", romp::downto(INT_MAX, INT_MIN + 1).trips(), UINT_MAX);
    count("steps of INT_MAX", romp::below(INT_MIN, INT_MAX, INT_MAX).trips(), 3);
    count("step of 2^31", romp::above(INT_MAX, INT_MIN, 0u - (unsigned)INT_MIN).trips(), 2);
    count("whole long", romp::below(LONG_MIN, LONG_MAX).trips(), ULONG_MAX);
    count("unsigned wrap", romp::until(5u, 2u).trips(), UINT_MAX - 2);
    count("unsigned against -1", romp::above<unsigned>(5, -1).trips(), 0);
    count("int below unsigned: compared as unsigned", romp::below(-1, 5u).trips(), 0);
    count("int below long", romp::below(0, 5000000000L).trips(), 5000000000ULL);
    static_assert(sizeof(romp::below(0, 1).trips()) == 4, "int loops count in 32 bits");
    static_assert(sizeof(romp::below(0, 1L).trips()) == 8, "long loops in 64");
    static_assert(std::is_same<decltype(romp::below<short>(0, 1)[0]), short>::value, "values have the variable's type");
    int a[10];
    count("pointers", romp::below(a, a + 10, 3).trips(), 4);
    count("const pointers", romp::below((const int *)a, a + 10).trips(), 10);
    count("pointers down", romp::downto(a + 9, a, 4).trips(), 3);
    count("pointers above", romp::above(a + 9, a).trips(), 9);
    count("pointers until", romp::until(a + 9, a, -1).trips(), 9);
    if (romp::above(a + 9, a, 2)[1] != a + 7 || romp::until(a + 9, a, -1)[3] != a + 6)
        failures++, printf("pointer values\n");
    auto [q, r] = romp::split(17u, 5);
    auto [q2, r2] = romp::split(10000000000ULL, 3000000000U);
    if (q != 3 || r != 2 || q2 != 3 || r2 != 1000000000)
        failures++, printf("split\n");
    for (short s : romp::league_for(romp::below<short>(0, 0)))
        failures++, printf("a trip of an empty loop: %d\n", s);
}

// Runs `body(owner)` as each thread of a league in turn, and gives the iterations each one got.
template <class Body> static std::vector<std::vector<unsigned>> deal(unsigned teams, unsigned threads, Body body)
{
    std::vector<std::vector<unsigned>> got(teams * threads);
    for (unsigned team = 0; team < teams; team++)
        for (unsigned thread = 0; thread < threads; thread++) {
            romp::emulated::here = {team, teams, thread, threads, 1, 0, false, teams, 1, threads};
            body(got[team * threads + thread]);
        }
    return got;
}

static void expect(const char *what, const std::vector<std::vector<unsigned>> &got, const std::vector<std::vector<unsigned>> &want, unsigned n)
{
    if (got != want && failures++ < 20)
        printf("%s over %u trips: another partition\n", what, n);
}

static void schedules()
{
    for (unsigned teams : {1u, 2u, 3u})
        for (unsigned threads : {1u, 2u, 5u, 32u})
            for (unsigned n : {0u, 1u, 2u, 4u, 5u, 31u, 32u, 33u, 100u, 1001u}) {
                const unsigned league = teams * threads;
                std::vector<std::vector<unsigned>> want(league), none(league);
                // A tile for each team, dealt to its threads in turn.
                const unsigned tile = (n ? (n - 1) / league + 1 : 1) * threads;
                for (unsigned k = 0; k < n; k++)
                    want[k / tile * threads + k % tile % threads].push_back(k);
                expect("league_for", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::league_for(n)) mine.push_back(k); }), want, n);
                expect("league_for 64", deal(teams, threads, [&](auto &mine) { for (auto k : romp::league_for((unsigned long long)n)) mine.push_back(k); }), want, n);
                expect("league_for(0, n)", deal(teams, threads, [&](auto &mine) { for (int k : romp::league_for(0, (int)n)) mine.push_back(k); }), want, n);
                want = none;
                for (unsigned t = 0; t < league; t++)
                    for (unsigned k = t % threads; k < n; k += threads)
                        want[t].push_back(k);
                expect("team_for", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::team_for(n)) mine.push_back(k); }), want, n);
                want = none;
                for (unsigned t = 0; t < league; t++)
                    for (unsigned k = t / threads; k < n; k += teams)
                        want[t].push_back(k);
                expect("teams_for", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::teams_for(n)) mine.push_back(k); }), want, n);

                // gcc's static: the first n % threads get one more.
                auto static_of = [](unsigned n, unsigned me, unsigned all) {
                    unsigned q = n / all, r = n % all;
                    return std::pair<unsigned, unsigned>(me < r ? me * (q + 1) : me * q + r, me < r ? q + 1 : q);
                };
                want = none;
                for (unsigned t = 0; t < league; t++) {
                    auto [first, length] = static_of(n, t % threads, threads);
                    for (unsigned k = 0; k < length; k++)
                        want[t].push_back(first + k);
                }
                expect("team_for_static", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::team_for_static(n)) mine.push_back(k); }), want, n);
                want = none;
                for (unsigned t = 0; t < league; t++) {
                    auto [first, length] = static_of(n, t / threads, teams);
                    auto [second, part] = static_of(length, t % threads, threads);
                    for (unsigned k = 0; k < part; k++)
                        want[t].push_back(first + second + k);
                }
                expect("league_for_static", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::league_for_static(n)) mine.push_back(k); }), want, n);
                for (unsigned chunk : {1u, 2u, 7u, 5000u}) {
                    want = none;
                    for (unsigned t = 0; t < league; t++)
                        for (unsigned k = 0; k < n; k++)
                            if (k / chunk % threads == t % threads)
                                want[t].push_back(k);
                    expect("team_for_static chunk", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::team_for_static(n, chunk)) mine.push_back(k); }), want, n);
                    want = none;
                    for (unsigned t = 0; t < league; t++)
                        for (unsigned k = 0; k < n; k++)
                            if (k / chunk % teams == t / threads)
                                want[t].push_back(k);
                    expect("teams_for_static chunk", deal(teams, threads, [&](auto &mine) { for (unsigned k : romp::teams_for_static(n, chunk)) mine.push_back(k); }), want, n);
                    want = none;
                    for (unsigned t = 0; t < league; t++)
                        for (unsigned k = 0; k < n; k++)
                            if (k / chunk % teams == t / threads && k % chunk / 3 % threads == t % threads)
                                want[t].push_back(k);
                    expect("teams_parts, team_for_static", deal(teams, threads, [&](auto &mine) {
                        for (auto part : romp::teams_parts(n, chunk))
                            for (unsigned k : romp::team_for_static(part, 3))
                                mine.push_back(k);
                    }), want, n);
                }
            }
    // Near the counter's end nothing overflows.
    romp::emulated::here = {0, 1, 3, 1024, 1, 0, false, 1, 1, 1024};
    unsigned long long trips = 0;
    for (int i : romp::team_for(INT_MIN, INT_MAX, 1))
        trips += i != 0;
    count("team_for over all ints", trips, 4194304 - 0);
    romp::emulated::here = {2147483646, 2147483647, 1023, 1024, 1, 0, false, 1, 1, 1024};
    for (int i : romp::league_for(0, INT_MAX))
        failures++, printf("league thread beyond 2^32 ran %d\n", i);
    romp::emulated::here = {3000000, 8000000, 0, 1024, 1, 0, false, 1, 1, 1024};
    trips = 0;
    for (int i : romp::league_for(INT_MIN, INT_MAX))
        trips++, count("far league thread", (unsigned)i - (unsigned)INT_MIN, 3072000000u);
    count("far league thread", trips, 1);
}

// The iterations of loops whose grid has their dimensions: each one is executed once.
static void grids()
{
    for (unsigned n : {0u, 1u, 2u, 31u, 32u, 33u, 100u, 1001u})
        for (unsigned high : {1u, 2u, 4u, 5u, 32u})
            for (unsigned turns : {1u, 2u, 3u, 4u, 8u}) {
                std::vector<int> seen, want;
                const unsigned blocks = n ? (n - 1) / (high * turns) + 1 : 1;
                for (unsigned block = 0; block < blocks; block++)
                    for (unsigned turn = 0; turn < turns; turn++)
                        for (unsigned thread = 0; thread < high; thread++) {
                            unsigned at = 0;
                            for (int i : romp::detail::several(romp::below(-7, (int)n - 7), block * high * turns, thread, high, turns))
                                if (at++ == turn)
                                    seen.push_back(i);
                            if (at > turns && failures++ < 20)
                                printf("several: %u turns of %u\n", at, turns);
                        }
                for (unsigned k = 0; k < n; k++)
                    want.push_back((int)k - 7);
                same("several", seen, want, n, high, turns);
            }
    for (unsigned n : {0u, 1u, 31u, 32u, 33u, 64u, 1001u})
        for (unsigned wide : {1u, 32u, 33u, 64u})
            for (unsigned before : {0u, 1u, 31u}) {
                std::vector<int> seen, want;
                const unsigned blocks = n ? (n + before - 1) / wide + 1 : 1;
                for (unsigned block = 0; block < blocks; block++)
                    for (unsigned thread = 0; thread < wide; thread++)
                        for (int i : romp::detail::at_x(romp::below(5, (int)n + 5), block * wide - before, thread))
                            seen.push_back(i);
                for (unsigned k = 0; k < n; k++)
                    want.push_back((int)k + 5);
                same("at_x", seen, want, n, wide, before);
            }
    // Near the counter's end nothing overflows.
    const auto ints = romp::below(INT_MIN, INT_MAX);
    unsigned trips = 0;
    for (unsigned thread = 0; thread < 1024; thread++)
        for (int i : romp::detail::at(ints, 4194303u * 1024, thread))
            trips += i >= INT_MAX - 1023;
    count("at, of all ints", trips, 1023);
    trips = 0;
    for (unsigned thread = 0; thread < 1024; thread++)
        for (int i : romp::detail::at_x(ints, 4194303u * 1024, thread))
            trips += i >= INT_MAX - 1023;
    count("at_x, of all ints", trips, 1023);
    trips = 0;
    for (unsigned thread = 0; thread < 1024; thread++)
        for (int i : romp::detail::several(ints, 1048575u * 4096, thread, 1024, 4))
            trips += i >= INT_MAX - 4095;
    count("several, of all ints", trips, 4095);
}

int main()
{
    bounds<signed char>();
    bounds<unsigned char>();
    edges();
    schedules();
    grids();
    printf("%ld failures\n", failures);
    return failures != 0;
}
