// host: skip
/* Complex numbers in reductions, atomics and data-sharing clauses. gcc has no `atomic` for them; the translated host
 * program takes a critical section. */
#include "../test.h"
#include <complex.h>
#include <math.h>

#pragma omp declare reduction(farthest : double complex : omp_out = cabs(omp_in) > cabs(omp_out) ? omp_in : omp_out) initializer(omp_priv = 0)

static void reductions(int n, int threads)
{
    double complex sum = 1, product = 1, far = 0, parts[4] = {0};
    float complex difference = 2;
    double complex all = 1, any = 0;
    static double complex many[300];
    for (int i = 0; i < 300; i++)
        many[i] = i;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(threads) \
    reduction(+ : sum, parts, many) reduction(* : product) reduction(- : difference) reduction(farthest : far) \
    reduction(&& : all) reduction(|| : any)
    for (int i = 0; i < n; i++) {
        sum += i - 2 * i * I;
        product *= i % 50 == 0 ? I : 1;
        difference -= 1 + I;
        double complex z = ((i * 37) % 101) * cexp(i * I);
        far = cabs(z) > cabs(far) ? z : far;
        parts[i % 4] += I;
        many[i % 300] += 1 + 2 * I;
        all = all && (i != 77 ? I : 0);
        any = any || (i == 5);
    }
    double complex expected = 1;
    for (int i = 0; i < n; i += 50)
        expected *= I;
    CHECK(sum == 1 + n * (n - 1.0) / 2 * (1 - 2 * I));
    CHECK(product == expected);
    CHECK(difference == 2 - n * (1 + I));
    CHECK(n == 0 ? far == 0 : fabs(cabs(far) - (n > 100 ? 100 : cabs(far))) < 1e-9);
    for (int i = 0; i < 4; i++)
        CHECK(parts[i] == (n + 3 - i) / 4 * I);
    for (int i = 0; i < 300; i++)
        CHECK(many[i] == i + (n + 299 - i) / 300 * (1 + 2 * I));
    CHECK(all == (n <= 77) && any == (n > 5));
}

static void atomics(void)
{
    double complex sum = 0, product = 1, last = 0, spread[8] = {0};
    float complex small = 0;
    double length = 0;
    int torn = 0, seen[1000] = {0};
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) \
    map(tofrom : sum, product, last, small, length, spread, torn, seen)
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic
        sum += 1 + 2 * I;
#pragma omp atomic update
        product = product * I;
#pragma omp atomic write seq_cst
        last = i + i * I;
        double complex now, before;
#pragma omp atomic read
        now = last;
        if (creal(now) != cimag(now)) {
#pragma omp atomic
            torn++;
        }
#pragma omp atomic
        small += I;
#pragma omp atomic
        length += (1 + 7 * I); /* the real part */
#pragma omp atomic capture
        {
            before = spread[0];
            spread[0] += 1;
        }
        seen[(int)creal(before)]++;
#pragma omp atomic capture acq_rel
        now = spread[1 + i % 7] -= I;
        if (cimag(now) >= 0)
            torn++;
    }
    CHECK(sum == 1000 + 2000 * I);
    CHECK(product == 1);
    CHECK(creal(last) == cimag(last));
    CHECK(torn == 0);
    CHECK(small == 1000 * I && length == 1000);
    for (int i = 0; i < 1000; i++)
        CHECK(seen[i] == 1);
    double complex left = 0;
    for (int i = 1; i < 8; i++)
        left += spread[i];
    CHECK(left == -1000 * I);
}

static void sharing(void)
{
    double complex a = 1 + I, b = 2, c = 0, out[64], mean = 0, final = 0;
#pragma omp target map(from : out) map(tofrom : c, mean, final)
    {
        double complex shared = a * b; /* of the sequential part */
        double complex row[4] = {1, I, -1, -I};
#pragma omp parallel for num_threads(33) firstprivate(b) lastprivate(final)
        for (int i = 0; i < 64; i++) {
            b += i;
            out[i] = shared * row[i % 4];
            final = i * I;
        }
        shared *= 2;
#pragma omp parallel num_threads(5)
        {
            double complex got;
#pragma omp single copyprivate(got)
            got = shared + I;
#pragma omp for reduction(+ : mean)
            for (int i = 0; i < 10; i++)
                mean += got / 10;
#pragma omp critical
            c += got;
        }
    }
    double complex row[4] = {1, I, -1, -I};
    for (int i = 0; i < 64; i++)
        CHECK(out[i] == (2 + 2 * I) * row[i % 4]);
    CHECK(final == 63 * I);
    CHECK(cabs(mean - (4 + 5 * I)) < 1e-12);
    CHECK(c == 5 * (4 + 5 * I));
}

int main(void)
{
    reductions(0, 64);
    reductions(60, 1);
    reductions(100, 33);
    reductions(1000, 95);
    atomics();
    sharing();
    return test_end();
}
