/* Reductions whose results each thread gets, in teams of one thread to 1024, of whole warps and of others: one after the
 * other without anything between, in loops, in branches that all threads take, and of several types; sums of floats have
 * the same bits in each thread. */
#include "../test.h"

struct pair {
    double x;
    int y;
};
static struct pair more(struct pair a, struct pair b)
{
    a.x += b.x;
    a.y = a.y > b.y ? a.y : b.y;
    return a;
}
#pragma omp declare reduction(more : struct pair : omp_out = more(omp_out, omp_in)) initializer(omp_priv = (struct pair){0, 0})

enum { teams = 3 };

static void of_size(int threads, int n)
{
    long total[teams];
#pragma omp target teams distribute thread_limit(threads) map(from : total)
    for (int t = 0; t < teams; t++) {
        long seen = 0;
        for (int turn = 0; turn < 3; turn++) {
            long sum = turn;
            float low = 1e9f, part = 0;
            char any = 0;
            int differ = 0;
#pragma omp parallel for reduction(+ : sum)
            for (int i = 0; i < n; i++)
                sum += i + turn;
#pragma omp parallel for reduction(min : low) reduction(+ : part)
            for (int i = 0; i < n; i++) {
                low = low < i + t ? low : i + t;
                part += 1.0f / (1 + i);
            }
            if (sum % 2 == 0) {
#pragma omp parallel for reduction(|| : any)
                for (int i = 0; i < n; i++)
                    any = any || i == n - 1;
            }
            // Each thread has the same sum, to the last bit.
            float least = 1e9f, most = -1;
#pragma omp parallel reduction(min : least) reduction(max : most)
            {
                least = part;
                most = part;
            }
#pragma omp parallel for reduction(+ : differ)
            for (int i = 0; i < n; i++)
                differ += least != most;
            seen += sum + any + (n > 0 ? (long)low : 0) + 1000 * differ;
        }
        struct pair both = {1, 2};
#pragma omp parallel for reduction(more : both)
        for (int i = 0; i < n; i++) {
            both.x += 1;
            both.y = both.y > i ? both.y : i;
        }
        total[t] = seen + (both.x != 1 + n) + (both.y != (n > 3 ? n - 1 : 2));
    }
    for (int t = 0; t < teams; t++) {
        long seen = 0;
        for (int turn = 0; turn < 3; turn++) {
            long sum = turn + (long)n * (n - 1) / 2 + (long)n * turn;
            seen += sum + (sum % 2 == 0 && n > 0) + (n > 0 ? t : 0);
        }
        CHECK(total[t] == seen);
    }
}

static void open_size(int n)
{
    long total = 0;
#pragma omp target teams distribute reduction(+ : total)
    for (int t = 0; t < teams; t++) {
        double least = 1e9, most = -1;
        int count = 0;
#pragma omp parallel for reduction(min : least) reduction(max : most)
        for (int i = 0; i < n; i++) {
            least = least < i ? least : i;
            most = most > i ? most : i;
        }
        if (most > least) {
#pragma omp parallel for reduction(+ : count)
            for (int i = 0; i < n; i++)
                count += i > least && i < most;
        }
        total += count;
    }
    CHECK(total == teams * (n > 2 ? n - 2 : 0));
}

int main(void)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 64, 96, 100, 288, 1024};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
        for (int n = 0; n < 2000; n = n * 40 + 1)
            of_size(sizes[i], n);
    for (int n = 0; n < 3000; n = n * 5 + 1)
        open_size(n);
    return test_end();
}
