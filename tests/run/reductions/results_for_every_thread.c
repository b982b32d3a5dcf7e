// Reductions of parallel regions inside `distribute`, whose results the sequential code behind them uses: several
// operators at once, values that were there before, results that decide a branch or the next region, one that is
// changed by hand, one whose address is taken, and launches from one team to thousands, so that teams are large or
// small.
#include "../test.h"

static long weigh(const int *row, int n, int rows, int *most, long *sums)
{
    long total = 0;
#pragma omp target teams distribute reduction(+ : total) map(to : row[0 : rows + n]) map(from : most[0 : rows], sums[0 : rows])
    for (int r = 0; r < rows; r++) {
        long sum = r % 3;
        int large = -1, any = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : large) reduction(|| : any)
        for (int i = 0; i < n; i++) {
            sum += row[r + i];
            large = row[r + i] > large ? row[r + i] : large;
            any = any || row[r + i] == 7;
        }
        if (any)
            sum *= 2;
        else
            large++;
        long again = sum;
#pragma omp parallel for reduction(+ : again) firstprivate(large)
        for (int i = 0; i < n; i++)
            again += row[r + i] == large;
        most[r] = large;
        sums[r] = again;
        total += again;
    }
    return total;
}

#pragma omp declare target
static void bump(double *value, double by) { *value += by; }
#pragma omp end declare target

static double escaping(int rows, int n)
{
    double total = 0;
#pragma omp target teams distribute reduction(+ : total)
    for (int r = 0; r < rows; r++) {
        double plain = 0.5, known = 0.25;
#pragma omp parallel for reduction(+ : plain, known)
        for (int i = 0; i < n; i++) {
            plain += 1;
            known += 2;
        }
        bump(&known, 1);
        total += plain + known;
    }
    return total;
}

static int alone(int n)
{
    int found = 0, product = 0;
#pragma omp target map(tofrom : found, product)
    {
        int p = 1, times = 0;
        while (p < 50 && times < 9) {
#pragma omp parallel for reduction(* : p) reduction(+ : times)
            for (int i = 0; i < n; i++) {
                p *= i == 0 ? 3 : 1;
                times += i == n - 1;
            }
            if (n == 0)
                break;
        }
        product = p;
        found = times;
    }
    return product + 1000 * found;
}

int main(void)
{
    static const int lengths[] = {0, 1, 5, 32, 33, 700}, counts[] = {1, 3, 40, 9000};
    int *row = malloc(10000 * sizeof *row), *most = malloc(9000 * sizeof *most), wrong = 0;
    long *sums = malloc(9000 * sizeof *sums);
    for (int i = 0; i < 10000; i++)
        row[i] = (i * 7919 + i / 13) % 1009;
    for (int l = 0; l < 6; l++)
        for (int c = 0; c < 4; c++) {
            int n = lengths[l], rows = c == 3 && (l != 2 || !on_device()) ? 10 : counts[c];
            long total = weigh(row, n, rows, most, sums), expected = 0;
            for (int r = 0; r < rows; r++) {
                long sum = r % 3;
                int large = -1, any = 0;
                for (int i = 0; i < n; i++) {
                    sum += row[r + i];
                    large = row[r + i] > large ? row[r + i] : large;
                    any |= row[r + i] == 7;
                }
                sum = any ? 2 * sum : sum;
                large += !any;
                for (int i = 0; i < n; i++)
                    sum += row[r + i] == large;
                wrong += most[r] != large || sums[r] != sum;
                expected += sum;
            }
            wrong += total != expected;
            wrong += escaping(rows, n) != rows * (1.75 + 3.0 * n);
        }
    CHECK(wrong == 0);
    CHECK(alone(0) == 1 && alone(1) == 81 + 4000 && alone(700) == 81 + 4000);
    printf("%d\n", wrong);
    return test_end();
}
