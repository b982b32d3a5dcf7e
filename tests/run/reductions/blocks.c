/* Reductions on `sections` and `scope`, and in a region that a master forks. */
#include "../test.h"

int main(void)
{
    enum { n = 500 };
    static int a[n];
    long total = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i % 23;
        total += a[i];
    }

    long parts = 1, most = 0;
    #pragma omp target parallel num_threads(40) map(to: a) map(tofrom: parts, most)
    {
        #pragma omp sections reduction(+: parts) reduction(max: most)
        {
            #pragma omp section
            for (int i = 0; i < n / 2; i++)
                parts += a[i];
            #pragma omp section
            for (int i = n / 2; i < n; i++)
                parts += a[i];
            #pragma omp section
            most = 99;
        }
    }
    CHECK(parts == 1 + total);
    CHECK(most == 99);

    long combined = 0;
    #pragma omp target map(to: a) map(tofrom: combined)
    {
        #pragma omp parallel sections reduction(+: combined)
        {
            #pragma omp section
            combined += a[5];
            #pragma omp section
            combined += a[6];
        }
    }
    CHECK(combined == 5 + 6);

    long each = 0, threads = 0;
    #pragma omp target parallel num_threads(37) map(tofrom: each) reduction(+: threads)
    {
        #pragma omp scope reduction(+: each)
        each += 2;
        threads += each;
    }
    CHECK(each % 2 == 0 && each >= 2);
    CHECK(threads == each / 2 * each);

    /* Sequential code of which much is done by one thread: a master, or a guard. */
    long sum = 0, checks = 0;
    #pragma omp target teams num_teams(3) map(to: a) reduction(+: sum, checks)
    {
        long history[8];
        int at = 0;
        for (int round = 0; round < 4; round++) {
            long part = round;
            #pragma omp parallel for num_threads(30 + round) reduction(+: part)
            for (int i = 0; i < n; i++)
                part += a[i];
            history[at++] = part;
            #pragma omp parallel for reduction(+: sum)
            for (int i = 0; i < n; i++)
                sum += a[i];
            long row = 0;
            #pragma omp parallel num_threads(33)
            {
                #pragma omp for reduction(+: row)
                for (int i = 0; i < n; i++)
                    row += a[i];
            }
            history[at++] = row;
        }
        for (int i = 0; i < at; i++)
            checks += history[i] == total + (i % 2 ? 0 : i / 2);
    }
    CHECK(sum % (4 * total) == 0 && sum > 0);
    CHECK(sum == 12 * total || !on_device());
    CHECK(checks * total == 2 * sum);
    return test_end();
}
