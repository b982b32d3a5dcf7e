/* Loops over teams and threads that both reduce a section of an array become one; sections that are not the same, or
   that the region computes itself, keep the loops apart. */
#include "../test.h"

enum { N = 5000, ROOM = 64 };
static int key[N];

static void fill(long *sums)
{
    for (int k = 0; k < ROOM; k++)
        sums[k] = k;
}

/* What the sums of keys from `lower` on are, for keys counted from there. */
static void check(int n, const long *sums, int lower, int length, int others)
{
    long expected[ROOM];
    fill(expected);
    for (int i = 0; i < n; i++)
        expected[lower + key[i] % length] += i;
    for (int k = 0; k < ROOM; k++)
        CHECK(sums[k] == expected[k] + (k == others ? n : 0));
}

/* Tiles of a vector; a pointer, a length that the launch knows. */
static void tiles(int n, long *sums, int length)
{
    long all = 0;
    fill(sums);
#pragma omp target teams distribute map(to : key) map(tofrom : sums[0 : length]) reduction(+ : all, sums[0 : length])
    for (int first = 0; first < n; first += 128) {
        int end = first + 128 < n ? first + 128 : n;
#pragma omp parallel for reduction(+ : all, sums[0 : length])
        for (int i = first; i < end; i++) {
            sums[key[i] % length] += i;
            all++;
        }
    }
    CHECK(all == n);
    check(n, sums, 0, length, -1);
}

/* A part of an array, and an expression that both clauses write alike. */
static void part(int n, int from, int to)
{
    long sums[ROOM];
    fill(sums);
#pragma omp target teams distribute map(to : key) map(tofrom : sums) reduction(+ : sums[from : to - from])
    for (int first = 0; first < n; first += 100) {
        int end = first + 100 < n ? first + 100 : n;
#pragma omp parallel for reduction(+ : sums[from : to - from])
        for (int i = first; i < end; i++)
            sums[from + key[i] % (to - from)] += i;
    }
    check(n, sums, from, to - from, -1);
}

/* The inner section is shorter, and the team adds to what is behind it: the loops stay apart. */
static void shorter(int n, long *sums, int length)
{
    fill(sums);
#pragma omp target teams distribute map(to : key) map(tofrom : sums[0 : length + 1]) reduction(+ : sums[0 : length + 1])
    for (int first = 0; first < n; first += 50) {
        int end = first + 50 < n ? first + 50 : n;
        int own = 0;
#pragma omp parallel for reduction(+ : sums[0 : length]) reduction(+ : own)
        for (int i = first; i < end; i++) {
            sums[key[i] % length] += i;
            own++;
        }
        sums[length] += own;
    }
    check(n, sums, 0, length, length);
}

/* Rows in place of tiles: the loops are collapsed. */
static void rows(int n, int width, long *sums, int length)
{
    fill(sums);
#pragma omp target teams distribute map(to : key) map(tofrom : sums[0 : length]) reduction(+ : sums[0 : length])
    for (int row = 0; row < n / width; row++) {
        int begin = row * width;
#pragma omp parallel for reduction(+ : sums[0 : length])
        for (int j = 0; j < width; j++)
            sums[key[begin + j] % length] += begin + j;
    }
    check(n / width * width, sums, 0, length, -1);
}

/* The greatest values. */
static void greatest(int n, int *most, int length)
{
    for (int k = 0; k < length; k++)
        most[k] = 7;
#pragma omp target teams distribute map(to : key) map(tofrom : most[0 : length]) reduction(max : most[0 : length])
    for (int first = 0; first < n; first += 64) {
        int end = first + 64 < n ? first + 64 : n;
#pragma omp parallel for reduction(max : most[0 : length])
        for (int i = first; i < end; i++) {
            int at = key[i] % length;
            most[at] = most[at] > i ? most[at] : i;
        }
    }
    for (int k = 0; k < length; k++) {
        int expected = 7;
        for (int i = 0; i < n; i++)
            if (key[i] % length == k && i > expected)
                expected = i;
        CHECK(most[k] == expected);
    }
}

int main(void)
{
    static const int counts[] = {0, 1, 127, 128, 129, N};
    static long sums[ROOM];
    static int most[ROOM];
    for (int i = 0; i < N; i++)
        key[i] = (i * 31 + 5) % 977;
    for (int c = 0; c < 6; c++) {
        int n = counts[c];
        tiles(n, sums, 1);
        tiles(n, sums, 40);
        part(n, 0, ROOM);
        part(n, 9, 20);
        shorter(n, sums, 33);
        rows(n, 16, sums, 21);
        greatest(n, most, 17);
    }
    return test_end();
}
