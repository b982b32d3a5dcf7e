#include "../test.h"
#include <stdbool.h>

struct switches {
    bool on[5];
    _Bool any;
};

static bool prime(unsigned n)
{
    if (n < 2)
        return false;
    for (unsigned d = 2; d * d <= n; d++)
        if (!(n % d))
            return false;
    return true;
}

int main(void)
{
    enum { n = 100 };
    bool sieve[n], flag = true;
    struct switches s = {{0}, 0};
    #pragma omp target teams distribute parallel for map(from: sieve)
    for (int i = 0; i < n; i++)
        sieve[i] = prime((unsigned)i) == flag;
    #pragma omp target
    {
        for (int i = 0; i < 5; i++)
            s.on[i] = i * 128 & 256;
        s.any = s.on[0] | s.on[1] | s.on[2] | s.on[3] | s.on[4];
        s.on[4] = s.on[2] + s.on[3] + 0.1;
    }
    int count = 0;
    for (int i = 0; i < n; i++) {
        CHECK(sieve[i] == prime((unsigned)i));
        count += sieve[i];
    }
    CHECK(s.any == 1 && s.on[2] == 1 && s.on[1] == 0 && s.on[4] == 1);
    CHECK(count == 25);
    printf("%d %zu\n", count, sizeof(struct switches));
    return test_end();
}
