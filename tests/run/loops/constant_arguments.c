/* Clause arguments, bounds and steps that are constant expressions of every form (C11, 6.6): the number of loops
 * that `collapse` and `ordered` name is the one that the host's compiler sees. */
#include "../test.h"

#define USE_2D 1
enum { ONE = 1, TWO, FLAG = ONE << 2 };
struct pair { int a, b; };
_Static_assert(sizeof(struct pair) == 8, "two ints");

/* Whether the four inner iterations of each row were shared by two threads in turn. */
static int alternate(int (*who)[4])
{
    int right = 1;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            right &= who[i][j] == j % 2;
    return right;
}

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define COLLAPSED(n) do { \
    int who[4][4] = {{0}}; \
    PRAGMA(omp target parallel for num_threads(2) schedule(static, 1) collapse(n) map(tofrom: who)) \
    for (int i = 0; i < 4; i++) \
        for (int j = 0; j < 4; j++) \
            who[i][j] = omp_get_thread_num(); \
    CHECK(alternate(who)); \
} while (0)

int main(void)
{
    COLLAPSED(USE_2D ? 2 : 1);
    COLLAPSED(!USE_2D + 2);
    COLLAPSED((USE_2D == 1) + (3 > 2 && 1));
    COLLAPSED(~-3);
    COLLAPSED(FLAG >> ONE);
    COLLAPSED((FLAG | 2) & 2);
    COLLAPSED(5 ^ 7);
    COLLAPSED(5 % 3);
    COLLAPSED((int)2.9);
    COLLAPSED(sizeof(struct pair) / sizeof(int));
    COLLAPSED((unsigned char)258);
    COLLAPSED((ONE || TWO) + 1);
    COLLAPSED(3u - 1u);
    COLLAPSED((long)(1u - 2u) == 4294967295L ? 2 : 1);

    /* The variable of the second loop, declared outside, is private by `collapse`. */
    enum { N = 60, M = 50 };
    static int a[N * M];
    int i, j, bad = 0;
    #pragma omp target teams distribute parallel for collapse(USE_2D ? 2 : 1) map(tofrom: a)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i * M + j] += 1;
    for (i = 0; i < N * M; i++)
        bad += a[i] != 1;
    CHECK(bad == 0);

    /* A doacross nest of two loops. */
    static int w[16][16];
    #pragma omp target parallel num_threads(8) map(tofrom: w)
    #pragma omp for ordered(USE_2D ? 2 : 1)
    for (int x = 1; x < 16; x++)
        for (int y = 1; y < 16; y++) {
            #pragma omp ordered depend(sink: x - USE_2D, y) depend(sink: x, y - 1)
            w[x][y] = (x == 1 || y == 1) ? 1 : w[x - 1][y] + w[x][y - 1];
            #pragma omp ordered depend(source)
        }
    CHECK(w[15][15] == 40116600);

    /* Bounds and steps. */
    int trips = 0, down = 0;
    #pragma omp target parallel for num_threads(33) reduction(+: trips)
    for (int k = !USE_2D; k < (USE_2D ? 10 : 5); k += (USE_2D ? 3 : 1))
        trips += k + 1;
    CHECK(trips == 1 + 4 + 7 + 10);
    #pragma omp target parallel for num_threads(33) reduction(+: down)
    for (unsigned k = 9; k > 0u; k += -1)
        down += (int)k;
    CHECK(down == 45 || !on_device());

    /* A condition, a limit of threads and a chunk. */
    int threads = 0, chunk = 0;
    #pragma omp target parallel if(USE_2D > 1) num_threads(USE_2D ? 33 : 1) map(tofrom: threads)
    {
        #pragma omp atomic
        threads += omp_get_num_threads();
    }
    CHECK(threads == 1);
    #pragma omp target parallel for num_threads(2) schedule(static, USE_2D ? 3 : 1) reduction(+: chunk)
    for (int k = 0; k < 6; k++)
        chunk += omp_get_thread_num() * (k + 1);
    CHECK(chunk == 4 + 5 + 6);
    return test_end();
}
