/* __int128 in device code: variables, arithmetic, conversions, arrays, members, functions, shared and private copies,
 * reductions. */
#include "../test.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

struct pair {
    int id;
    wide value;
    uwide bits[2];
};

static int same(wide a, wide b)
{
    return a == b;
}

static wide square(wide x)
{
    return x * x;
}

static uwide rotated(uwide x, int by)
{
    return x << by | x >> (128 - by);
}

#pragma omp declare target
static const uwide table[3] = {1, (uwide)3 << 100, (uwide)-1};
static wide kept = (wide)-5 << 70;
#pragma omp end declare target

/* All operators, from values that differ in both words. */
static void operators(int n)
{
    wide *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = ((wide)(i - n / 2) << 70) + 12345 * i + 7;
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        wide x = a[i], y = x / 3 - x % 1001;
        y += (x >> 5) ^ ((uwide)x >> 90);
        y -= ~x & (x | 0xff);
        y = x < y ? y * 3 : -y;
        y += (x == y) + (x != 0) + !x + (long)x + (int)(uwide)x;
        b[i] = y++ + --x;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wide x = a[i], y = x / 3 - x % 1001;
        y += (x >> 5) ^ ((uwide)x >> 90);
        y -= ~x & (x | 0xff);
        y = x < y ? y * 3 : -y;
        y += (x == y) + (x != 0) + !x + (long)x + (int)(uwide)x;
        wrong += b[i] != y++ + --x;
    }
    CHECK(wrong == 0);
    free(a);
    free(b);
}

static void values(wide w, uwide u)
{
    struct pair p = {1, w, {u, 0}}, q = {0};
    wide there = 0;
    int ok = 0, size = 0;
    double d = 0;
    #pragma omp target map(to: p) map(from: q, there, ok, d, size)
    {
        q = p;
        q.value = square(q.value) - w;
        q.bits[1] = rotated(p.bits[0], 17) + table[1];
        there = kept * 3 + u;
        d = (double)w * 0.5;
        size = sizeof(struct pair);
        ok = same(table[2], -1) && (uwide)-1 > 0 && table[2] > table[1] && (wide)1e25 / 1000 > 1 && (w ? 1 : 0)
             && 18446744073709551615u + (wide)1 == (wide)1 << 64;
        switch (w >> 60) {
        case 1 << 11: ok *= 2; break;
        default: ok *= 3;
        }
    }
    CHECK(q.value == w * w - w && q.bits[0] == u && q.bits[1] == (u << 17 | u >> 111) + ((uwide)3 << 100));
    CHECK(there == ((wide)-15 << 70) + (wide)u && d == (double)w * 0.5 && size == sizeof(struct pair));
    CHECK(ok == (w >> 60 == 1 << 11 ? 2 : 3));
}

static void reductions(int n)
{
    wide sum = 5, product = 1, all[3] = {0}, over_teams = -1;
    uwide least = -1, most = 0, bits = -1, any = 0;
    wide low = (wide)1 << 120, high = -low;
    #pragma omp target teams distribute parallel for reduction(+: over_teams) reduction(min: least, low) \
        reduction(max: most, high) reduction(&: bits) reduction(|: any)
    for (int i = 0; i < n; i++) {
        wide x = ((wide)1 << 80) * (i - 3) + i;
        over_teams += x;
        least = (uwide)x < least ? x : least;
        most = (uwide)x > most ? x : most;
        low = x < low ? x : low;
        high = x > high ? x : high;
        bits &= ~((uwide)1 << i % 125);
        any |= (uwide)1 << i % 125;
    }
    #pragma omp target parallel for reduction(+: sum, all) reduction(*: product) map(tofrom: sum, product, all) \
        num_threads(100)
    for (int i = 0; i < n; i++) {
        sum += (wide)i << 65;
        product *= i % 4 == 1 ? -3 : 1;
        all[i % 3] += (wide)i * i << 60;
    }
    wide sum_ = 5, product_ = 1, all_[3] = {0}, over_teams_ = -1;
    uwide least_ = -1, most_ = 0, bits_ = -1, any_ = 0;
    wide low_ = (wide)1 << 120, high_ = -low_;
    for (int i = 0; i < n; i++) {
        wide x = ((wide)1 << 80) * (i - 3) + i;
        over_teams_ += x;
        least_ = (uwide)x < least_ ? x : least_;
        most_ = (uwide)x > most_ ? x : most_;
        low_ = x < low_ ? x : low_;
        high_ = x > high_ ? x : high_;
        bits_ &= ~((uwide)1 << i % 125);
        any_ |= (uwide)1 << i % 125;
        sum_ += (wide)i << 65;
        product_ *= i % 4 == 1 ? -3 : 1;
        all_[i % 3] += (wide)i * i << 60;
    }
    CHECK(sum == sum_ && product == product_ && all[0] == all_[0] && all[1] == all_[1] && all[2] == all_[2]);
    CHECK(over_teams == over_teams_ && least == least_ && most == most_ && low == low_ && high == high_);
    CHECK(bits == bits_ && any == any_);
}

/* The sequential part shares and broadcasts; each thread has copies; arrays of variable length; tasks. */
static void sharing(int n)
{
    wide result[64] = {0}, last = 0, first = (wide)9 << 90;
    #pragma omp target map(tofrom: result, last) firstprivate(first)
    {
        wide shared = first * 2, lengths[n];
        lengths[n - 1] = (wide)n << 99;
        shared += lengths[n - 1];
        #pragma omp parallel num_threads(64) firstprivate(first) shared(shared, result)
        {
            int me = omp_get_thread_num();
            first += me;
            result[me] = shared + first;
            #pragma omp for lastprivate(last)
            for (int i = 0; i < n; i++)
                last = first + i;
            #pragma omp single copyprivate(first)
            first = (wide)me - me + ((wide)4 << 101);
            result[me] += first;
            #pragma omp critical
            shared++;
        }
        #pragma omp parallel num_threads(33)
        #pragma omp single
        for (int i = 0; i < 8; i++) {
            wide mine = (wide)i << 88;
            #pragma omp task firstprivate(mine) shared(result)
            result[i] += mine;
        }
        result[63] += shared;
    }
    wide begun = (wide)9 << 90, shared = begun * 2 + ((wide)n << 99);
    for (int i = 0; i < 63; i++)
        CHECK(result[i] == shared + begun + i + ((wide)4 << 101) + (i < 8 ? (wide)i << 88 : 0));
    CHECK(result[63] == shared + begun + 63 + ((wide)4 << 101) + shared + 64);
    CHECK(last >= begun + n - 1 && last <= begun + n - 1 + 63);
}

static void scan(int n)
{
    wide *a = malloc(n * sizeof *a), sum = 0, expected = 0;
    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0;
    #pragma omp target map(tofrom: sum, a[0:n])
    #pragma omp parallel for reduction(inscan, +: sum)
    for (int i = 0; i < n; i++) {
        sum += (wide)i << 66;
        #pragma omp scan inclusive(sum)
        a[i] = sum;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        expected += (wide)i << 66;
        wrong += a[i] != expected;
    }
    CHECK(wrong == 0 && sum == expected);
    free(a);
}

#pragma omp declare reduction(farthest: wide: \
    omp_out = (omp_in < 0 ? -omp_in : omp_in) > (omp_out < 0 ? -omp_out : omp_out) ? omp_in : omp_out) \
    initializer(omp_priv = 0)

static void by_user(int n)
{
    wide far = 0;
    #pragma omp target teams distribute parallel for reduction(farthest: far)
    for (int i = 0; i < n; i++)
        if (i == n / 2)
            far = -((wide)n << 90);
    CHECK(far == (n ? -((wide)n << 90) : 0));
}

int main(void)
{
    operators(1);
    operators(500);
    values(((wide)1 << 71) + 99, (uwide)-3);
    values(-17, (uwide)1 << 127);
    reductions(0);
    reductions(1);
    reductions(1000);
    sharing(33);
    scan(1);
    scan(777);
    by_user(0);
    by_user(300);
    return test_end();
}
