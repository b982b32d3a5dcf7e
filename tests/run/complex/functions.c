/* <complex.h> in device code, against the host's library. */
#include "../test.h"
#include <complex.h>
#include <math.h>
#include <tgmath.h>

enum { SIDE = 13, N = SIDE * SIDE, FUNCTIONS = 22 };

#pragma omp declare target
static void all(double complex z, double complex out[FUNCTIONS])
{
    out[0] = cexp(z);
    out[1] = clog(z);
    out[2] = csqrt(z);
    out[3] = csin(z);
    out[4] = ccos(z);
    out[5] = ctan(z);
    out[6] = csinh(z);
    out[7] = ccosh(z);
    out[8] = ctanh(z);
    out[9] = casin(z);
    out[10] = cacos(z);
    out[11] = catan(z);
    out[12] = casinh(z);
    out[13] = cacosh(z);
    out[14] = catanh(z);
    out[15] = cpow(z, 0.5 - 0.25 * I);
    out[16] = cproj(z);
    out[17] = cabs(z);
    out[18] = carg(z);
    out[19] = creal(z) * cimag(z);
    out[20] = sqrt(z) + exp(conj(z)); /* of <tgmath.h> */
    out[21] = fabs(z);
}

static void all_float(float complex z, float complex out[FUNCTIONS])
{
    out[0] = cexpf(z);
    out[1] = clogf(z);
    out[2] = csqrtf(z);
    out[3] = csinf(z);
    out[4] = ccosf(z);
    out[5] = ctanf(z);
    out[6] = csinhf(z);
    out[7] = ccoshf(z);
    out[8] = ctanhf(z);
    out[9] = casinf(z);
    out[10] = cacosf(z);
    out[11] = catanf(z);
    out[12] = casinhf(z);
    out[13] = cacoshf(z);
    out[14] = catanhf(z);
    out[15] = cpowf(z, 2);
    out[16] = cprojf(z);
    out[17] = cabsf(z);
    out[18] = cargf(z);
    out[19] = crealf(z) * cimagf(z);
    out[20] = conjf(z);
    out[21] = cexpf(cimagf(z) * I);
}
#pragma omp end declare target

static int part_near(double a, double b, double scale, double tolerance)
{
    if (isnan(b))
        return isnan(a);
    if (isinf(b))
        return a == b;
    return fabs(a - b) <= tolerance * (scale + fabs(b));
}

static int close_to(double complex a, double complex b, double tolerance)
{
    double scale = isfinite(cabs(b)) ? cabs(b) : 1;
    return part_near(creal(a), creal(b), scale, tolerance) && part_near(cimag(a), cimag(b), scale, tolerance);
}

int main(void)
{
    static const double at[SIDE] = {-30.5, -2.5, -1, -0.75, -1e-9, -0.0, 0, 1e-9, 0.5, 1, 1.25, 3, 21};
    static double complex z[N], out[N][FUNCTIONS];
    static float complex out_float[N][FUNCTIONS];
    for (int i = 0; i < N; i++)
        z[i] = CMPLX(at[i / SIDE], at[i % SIDE]);
#pragma omp target teams distribute parallel for map(to : z) map(from : out, out_float)
    for (int i = 0; i < N; i++) {
        all(z[i], out[i]);
        all_float(z[i], out_float[i]);
    }
    for (int i = 0; i < N; i++) {
        double complex expected[FUNCTIONS];
        float complex expected_float[FUNCTIONS];
        all(z[i], expected);
        all_float(z[i], expected_float);
        for (int f = 0; f < FUNCTIONS; f++) {
            int right = close_to(out[i][f], expected[f], 1e-12);
            int right_float = close_to(out_float[i][f], expected_float[f], 2e-5);
            if (!right || !right_float)
                fprintf(stderr, "function %d of %g%+gi: %g%+gi, not %g%+gi; float %g%+gi, not %g%+gi\n", f, creal(z[i]),
                        cimag(z[i]), creal(out[i][f]), cimag(out[i][f]), creal(expected[f]), cimag(expected[f]),
                        crealf(out_float[i][f]), cimagf(out_float[i][f]), crealf(expected_float[f]),
                        cimagf(expected_float[f]));
            CHECK(right && right_float);
        }
    }
    double complex edge[10];
    double inf = INFINITY;
#pragma omp target map(from : edge) firstprivate(inf)
    {
        edge[0] = cexp(CMPLX(-inf, 2));
        edge[1] = cexp(710 + 1 * I);
        edge[2] = csqrt(CMPLX(-inf, 1));
        edge[3] = csqrt(CMPLX(1e308, 1e308));
        edge[4] = clog(0);
        edge[5] = cproj(CMPLX(inf, -1));
        edge[6] = ctanh(CMPLX(inf, 1));
        edge[7] = cpow(0, 2);
        edge[8] = csinh(CMPLX(710, 0.1));
        edge[9] = cabs(CMPLX(-inf, NAN));
    }
    CHECK(edge[0] == 0);
    CHECK(close_to(edge[1], cexp(710 + 1 * I), 1e-12));
    CHECK(creal(edge[2]) == 0 && cimag(edge[2]) == inf);
    CHECK(close_to(edge[3], csqrt(CMPLX(1e308, 1e308)), 1e-12));
    CHECK(creal(edge[4]) == -inf && cimag(edge[4]) == 0);
    CHECK(creal(edge[5]) == inf && signbit(cimag(edge[5])));
    CHECK(creal(edge[6]) == 1 && cimag(edge[6]) == 0);
    CHECK(edge[7] == 0);
    CHECK(close_to(edge[8], csinh(CMPLX(710, 0.1)), 1e-12));
    CHECK(creal(edge[9]) == inf);
    return test_end();
}
