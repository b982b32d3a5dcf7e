/* __int128: what C and CUDA C++ have alike, and a sum over teams. */
#include "romp.h"
typedef unsigned __int128 uwide;

struct money {
    int currency;
    __int128 cents;
};

static const uwide primes[2] = {3, ((uwide)1 << 127) - 1};

static uwide times(unsigned long a, unsigned long b)
{
    return (uwide)a * b;
}

void products(int n, const unsigned long *a, unsigned long *high, struct money *account)
{
    uwide sum = 0;
    /* target teams distribute parallel for map(to: a[0:n]) map(from: high[0:n]) map(tofrom: account[0:1]) reduction(+: sum) */
    ROMP_TARGET("int128.c:19", products_1,
        romp_block(256), romp_iterations(n), romp_to(a, 0, n), romp_from(high, 0, n),
        romp_tofrom(account, 0, 1), romp_tofrom_var(sum), romp_value(n), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sum) /* host version */
    for (int i = 0; i < n; i++) {
        uwide p = times(a[i], a[n - 1 - i]) % primes[i % 2];
        high[i] = p >> 64;
        sum += p;
        if (i == 0)
            account->cents -= 1000000000000;
    }
    high[0] = sum >> 64;
}

void greatest(int n, const unsigned long *a, __int128 *most, __int128 scale)
{
    /* target map(to: a[0:n]) map(from: most[0:1]) */
    ROMP_TARGET("int128.c:33", greatest_1,
        romp_exact_block(1024), romp_num_teams(1), romp_to(a, 0, n), romp_from(most, 0, 1), romp_value(n),
        romp_value(scale))
    #pragma omp target if(target: 0) /* host version */
    {
        __int128 found = 0;
        #pragma omp parallel for reduction(max: found)
        for (int i = 0; i < n; i++)
            if (a[i] * scale > found)
                found = a[i] * scale;
        *most = found;
    }
}
