/* Collapsed nests whose inner bounds depend on outer loops: each iteration once, on every construct. */
#include "../test.h"

enum { most = 72 };
static int hits[most][most][most];
static int flat[40][300];

static void clear(void)
{
    memset(hits, 0, sizeof hits);
    memset(flat, 0, sizeof flat);
}

/* Compares with the same nest run serially. */
#define SAME2(I, J)                                        \
    do {                                                   \
        for (I)                                            \
            for (J)                                        \
                flat[i][j + 100]--;                        \
        for (int x = 0; x < 40; x++)                       \
            for (int y = 0; y < 300; y++)                  \
                CHECK(flat[x][y] == 0);                    \
    } while (0)

#define CASE2(PRAGMA, I, J)                                \
    do {                                                   \
        memset(flat, 0, sizeof flat);                      \
        _Pragma(PRAGMA)                                    \
        for (I)                                            \
            for (J)                                        \
                flat[i][j + 100]++;                        \
        SAME2(I, J);                                       \
    } while (0)

#define LEAGUE "omp target teams distribute parallel for collapse(2) map(tofrom: flat)"
#define TEAM "omp target parallel for collapse(2) num_threads(33) map(tofrom: flat)"
#define TEAMS "omp target teams distribute collapse(2) map(tofrom: flat)"
#define SIMD "omp target teams distribute parallel for simd collapse(2) map(tofrom: flat)"
#define LOOP "omp target teams loop collapse(2) map(tofrom: flat)"

#define ALL(I, J)            \
    do {                     \
        CASE2(LEAGUE, I, J); \
        CASE2(TEAM, I, J);   \
        CASE2(TEAMS, I, J);  \
        CASE2(SIMD, I, J);   \
        CASE2(LOOP, I, J);   \
    } while (0)

static void forms(int n)
{
#define I int i = 0; i < n; i++
    ALL(I, int j = 0; j < i; j++);
    ALL(I, int j = i; j < n; j++);
    ALL(I, int j = i + 1; j < n; j++);
    if (on_device()) // gcc 12 crashes on rows of one length
        ALL(I, int j = i; j < i + 4; j++);
    ALL(I, int j = n - 1; j >= i; j--);
    ALL(I, int j = 3 * i; j >= 0; j -= 3);
    ALL(I, int j = 0; j < 2 * n - 2 * i; j += 2);
    ALL(I, int j = n - 2 * i; j < n; j += 2);
    ALL(I, int j = 0; j < 2 * i - n; j++);
#undef I
#define I int i = n - 1; i >= 0; i -= 2
    ALL(I, int j = 0; j <= i; j++);
    ALL(I, int j = i; j < n; j += 2);
#undef I
}

static void three(int n)
{
    clear();
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++)
                hits[i][j][k]++;
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i; k <= 2 * i; k++)
                if (k < most)
                    hits[i][j][k] += 10;
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
    for (int i = 0; i < n; i++)
        for (int j = n - 2 * i; j < i; j++)
            for (int k = 0; k < j; k++)
                if (j >= 0)
                    hits[i][j][k] += 100;
    for (int i = 0; i < most; i++)
        for (int j = 0; j < most; j++)
            for (int k = 0; k < most; k++) {
                int in = i < n && j < n && k < n;
                int want = in && j >= i && k >= j;
                want += i < n && j < n && k >= i && k <= 2 * i ? 10 : 0;
                want += in && j >= n - 2 * i && j < i && k < j ? 100 : 0;
                CHECK(hits[i][j][k] == want);
            }
}

/* In a parallel region, with other types, and what follows an inner loop that never runs. */
static void inside(unsigned n)
{
    long long sum = 0, want = 0;
    long long part[40];
    memset(part, 0, sizeof part);
    #pragma omp target map(tofrom: part)
    {
        #pragma omp parallel num_threads(40)
        {
            int me = omp_get_thread_num();
            #pragma omp for collapse(2)
            for (unsigned i = 0; i < n; i++)
                for (unsigned j = i; j < n; j++)
                    part[me] += i * 100 + j;
            #pragma omp for collapse(2)
            for (long i = 5; i < 9; i++)
                for (long j = 7; j < i; j++)
                    part[me] += i + j;
        }
    }
    for (int i = 0; i < 40; i++)
        sum += part[i];
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++)
            want += i * 100 + j;
    want += 8 + 7;
    CHECK(sum == want);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 31, 33};
    for (int s = 0; s < 5; s++) {
        forms(sizes[s]);
        three(sizes[s]);
        inside((unsigned)sizes[s]);
    }
    return test_end();
}
