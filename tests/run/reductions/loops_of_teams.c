/* `reduction` on `loop` constructs that bind to the teams around them: all teams reduce into one original. */
#include "../test.h"

enum { n = 3000 };

typedef struct {
    long sum;
    int most;
} both;

#pragma omp declare target
static void join(both *to, const both *from)
{
    to->sum += from->sum;
    if (from->most > to->most)
        to->most = from->most;
}
#pragma omp end declare target
#pragma omp declare reduction(join: both: join(&omp_out, &omp_in)) initializer(omp_priv = (both){0, -1})

static void alone(void)
{
    double s = 1;
    #pragma omp target teams map(tofrom: s)
    #pragma omp loop reduction(+: s)
    for (int i = 0; i < n; i++)
        s += i;
    CHECK(s == 1 + n * (n - 1) / 2.0);

    long sum = 0, count = 0;
    #pragma omp target teams map(tofrom: sum, count) num_teams(7)
    {
        #pragma omp loop bind(teams) collapse(2) reduction(+: sum, count)
        for (int i = 0; i < n / 100; i++)
            for (int j = 0; j < 100; j++) {
                sum += i * 100 + j;
                count++;
            }
    }
    CHECK(sum == n * (n - 1) / 2 && count == n);

    int least = 0, most = 0, any = 0, all = 1;
    unsigned bits = 0;
    #pragma omp target teams map(tofrom: least, most, any, all, bits) num_teams(5)
    #pragma omp loop reduction(min: least) reduction(max: most) reduction(||: any) reduction(&&: all) reduction(|: bits)
    for (int i = 0; i < n; i++) {
        int value = i * 7 % n - 5;
        least = value < least ? value : least;
        most = value > most ? value : most;
        any = any || i == 2900;
        all = all && i != 17;
        bits |= 1u << i % 20;
    }
    CHECK(least == -5 && most == n - 6 && any && !all && bits == (1u << 20) - 1);

    both of = {0, -1};
    #pragma omp target teams map(tofrom: of) num_teams(8) thread_limit(32)
    {
        #pragma omp loop bind(teams) reduction(join: of)
        for (int i = 0; i < n; i++) {
            of.sum += i;
            of.most = i > of.most ? i : of.most;
        }
    }
    CHECK(of.sum == n * (n - 1) / 2 && of.most == n - 1);
}

static void arrays(void)
{
    int parts[3] = {1, 2, 3};
    double room[2] = {0, 0}, *p = room;
    #pragma omp target teams map(tofrom: parts, p[:2]) num_teams(4)
    #pragma omp loop reduction(+: parts, p[:2])
    for (int i = 0; i < n; i++) {
        parts[i % 3]++;
        p[i & 1] += 2;
    }
    CHECK(parts[0] == 1 + n / 3 && parts[1] == 2 + n / 3 && parts[2] == 3 + n / 3);
    CHECK(room[0] == n && room[1] == n);

    static int bins[500];
    #pragma omp target teams map(tofrom: bins) num_teams(4)
    {
        for (int again = 0; again < 2; again++) {
            #pragma omp loop reduction(+: bins)
            for (int i = 0; i < n; i++)
                bins[i % 500] += 1;
        }
    }
    for (int i = 0; i < 500; i++)
        CHECK(bins[i] == 2 * n / 500);
}

/* Constructs in the loop, by which a team executes an iteration. */
static void with_regions(void)
{
    long rows[60], sum = 0, most = -1;
    #pragma omp target teams map(from: rows) map(tofrom: sum, most) num_teams(3)
    {
        #pragma omp loop bind(teams) reduction(+: sum) reduction(max: most)
        for (int i = 0; i < 60; i++) {
            long row = 0;
            #pragma omp parallel for reduction(+: row)
            for (int k = 0; k <= i; k++)
                row += k;
            rows[i] = row;
            sum += row;
            most = row > most ? row : most;
        }
    }
    long wanted = 0;
    for (int i = 0; i < 60; i++) {
        CHECK(rows[i] == i * (i + 1) / 2);
        wanted += rows[i];
    }
    CHECK(sum == wanted && most == 59 * 60 / 2);

    int in_register = 0;
    both of = {0, -1};
    #pragma omp target teams map(tofrom: in_register, of) num_teams(64) thread_limit(32)
    {
        #pragma omp loop bind(teams) reduction(+: in_register) reduction(join: of)
        for (int i = 0; i < 4096; i++) {
            int own = 0;
            #pragma omp loop bind(thread) reduction(+: own)
            for (int k = 0; k < 5; k++)
                own += k;
            in_register += own / 10;
            of.sum += 1;
        }
    }
    CHECK(in_register == 4096 && of.sum == 4096);
}

/* Code of the teams around the loop: of the sequential part, of regions, of other loops that reduce. */
static void between(void)
{
    long a = 0, b = 0, c = 0;
    int marks[40] = {0}, before[8] = {0}, teams = 0;
    #pragma omp target teams map(tofrom: a, marks, before) map(tofrom: teams) num_teams(8)
    {
        int team = omp_get_team_num();
        before[team] = team;
        if (team == 0)
            teams = omp_get_num_teams();
        #pragma omp loop bind(teams) reduction(+: a)
        for (int i = 0; i < n; i++)
            a += 1;
        #pragma omp parallel num_threads(40)
        {
            #pragma omp atomic
            marks[omp_get_thread_num()] += before[team] + 1;
        }
    }
    int all = 0;
    for (int i = 0; i < teams; i++)
        all += i + 1;
    CHECK(a == n);
    CHECK(marks[0] == all);

    a = 0;
    #pragma omp target teams map(tofrom: a, b, c) num_teams(6) thread_limit(64)
    {
        #pragma omp loop bind(teams) reduction(+: a)
        for (int i = 0; i < n; i++)
            a += i;
        #pragma omp loop bind(teams) reduction(+: a, b)
        for (int i = 0; i < n; i++) {
            a += 1;
            b += 2;
        }
        #pragma omp loop bind(teams) reduction(max: c)
        for (int i = 0; i < 20; i++) {
            long own = 0;
            #pragma omp parallel for reduction(+: own)
            for (int k = 0; k < i; k++)
                own += k;
            c = own > c ? own : c;
        }
    }
    CHECK(a == n * (n - 1) / 2 + n && b == 2 * n && c == 19 * 18 / 2);

    long often = 0, guarded = 0;
    int seen[4] = {0};
    #pragma omp target teams map(tofrom: often, guarded, seen) num_teams(4)
    {
        int rounds = 0;
        for (int again = 0; again < 5; again++) {
            #pragma omp loop bind(teams) reduction(+: often)
            for (int i = 0; i < 100; i++)
                often += i;
            rounds += again;
        }
        if (rounds == 10) {
            #pragma omp loop bind(teams) reduction(+: guarded)
            for (int i = 0; i < 100; i++) {
                long own = 0;
                #pragma omp loop bind(thread) reduction(+: own)
                for (int k = 0; k < 3; k++)
                    own += k;
                guarded += own;
            }
        }
        seen[omp_get_team_num()] = rounds;
    }
    CHECK(often == 5 * 4950 && guarded == 300);
    CHECK(seen[0] == 10);
}

int main(void)
{
    alone();
    arrays();
    with_regions();
    between();
    return test_end();
}
