/* firstprivate: each thread starts from the value at the construct; nothing comes back. */
#include "../test.h"

struct triple {
    int a;
    double b;
    char c[5];
};

int main(void)
{
    int k = 10, v[4] = {1, 2, 3, 4}, out[300];
    struct triple s = {5, 2.5, "abcd"};
    const char *text = "host";

    #pragma omp target teams distribute parallel for firstprivate(k, v, s) map(from: out)
    for (int i = 0; i < 300; i++)
        out[i] = i + k + v[3] + s.a + (int)(s.b * 2) + (s.c[1] - 'a');

    for (int i = 0; i < 300; i++)
        CHECK(out[i] == i + 10 + 4 + 5 + 5 + 1);

    #pragma omp target parallel num_threads(32) firstprivate(k, v, s) map(tofrom: out)
    {
        int me = omp_get_thread_num();
        k += me;
        v[1] *= me;
        s.a -= me;
        s.c[0] = 'z';
        out[me] = k + v[1] + s.a;
    }
    for (int i = 0; i < 1; i++)
        CHECK(out[i] == 10 + 0 + 5);
    CHECK(k == 10 && v[1] == 2 && s.a == 5 && s.c[0] == 'a' && text[0] == 'h');
    printf("%d %d %d %s\n", k, v[1], s.a, s.c);
    return test_end();
}
