/* The electricity and the calcium of a ventricle's muscle cell (Shannon, Wang, Puglisi, Weber and Bers, 2004): currents
   through the membrane of the cleft ("j"), of the rest ("sl"), and what the sarcoplasmic reticulum stores and sets
   free. Concentrations are in millimoles a litre, time in milliseconds, the membrane's potential in millivolts. */
#ifndef ELECTRICITY_H
#define ELECTRICITY_H

#include "myocyte.h"
#include <math.h>

enum {
    GATE_M, GATE_H, GATE_J, GATE_D, GATE_F, GATE_CA_J, GATE_CA_SL, GATE_XTOS, GATE_YTOS, GATE_XTOF, GATE_YTOF, GATE_XKR,
    GATE_XKS, RYR_R, RYR_O, RYR_I, NA_BUFFER_J, NA_BUFFER_SL, TROPONIN_LOW, TROPONIN_CA, TROPONIN_MG, CAM_BUFFER,
    MYOSIN_CA, MYOSIN_MG, SR_BUFFER, LOW_J, LOW_SL, HIGH_J, HIGH_SL, CALSEQUESTRIN, CA_SR, NA_J, NA_SL, NA_I, K_I, CA_J,
    CA_SL, CA_I, POTENTIAL, GATE_RTOS, MODE_C3, MODE_C2, MODE_C1, MODE_O, MODE_I1, MODE_I2
};

#ifdef _OPENMP
#pragma omp declare target
#endif
/* exp(x) / (1 + exp(x)). */
DEVICE_FUNCTION double rises(double x)
{
    return 1 / (1 + exp(-x));
}

/* The current by which sodium and calcium change places at a calcium concentration inside. */
DEVICE_FUNCTION double exchange(double ca, double na, double outside_ca, double outside_na, double v, double fort)
{
    const double nai3 = na * na * na, nao3 = outside_na * outside_na * outside_na, act = 0.000256 / ca;
    const double forth = exp(0.35 * v * fort) * nai3 * outside_ca, back = exp(-0.65 * v * fort) * nao3 * ca;
    const double s1 = 0.00359 * nao3 * (1 + pow(na / 12.29, 3));
    const double s2 = 87.5 * 87.5 * 87.5 * ca * (1 + ca / 0.00359), s3 = 1.3 * nai3 + nai3 * outside_ca + nao3 * ca;
    return 9 / (1 + act * act * act) * (forth - back) / ((s1 + s2 + s3) * (1 + 0.27 * exp(-0.65 * v * fort)));
}

/* Writes the derivatives of the cell's 46 variables; element `i` is at y[i * stride]. */
DEVICE_FUNCTION void electricity(double t, const double *y, double *dy, size_t stride, const struct cell *cell)
{
    const double faraday = 96485, fort = faraday / (8314 * 310.0), capacity = 1.381e-10;
    const double volume = 3.3006e-11, v_myo = 0.65 * volume, v_sr = 0.035 * volume, v_sl = 0.02 * volume;
    const double v_j = 0.000539 * volume, ko = 5.4, nao = 140, cao = 1.8, in_j = 0.11, in_sl = 0.89;
    const double v = y[POTENTIAL * stride], na_j = y[NA_J * stride], na_sl = y[NA_SL * stride], na_i = y[NA_I * stride];
    const double k_i = y[K_I * stride], ca_j = y[CA_J * stride], ca_sl = y[CA_SL * stride], ca_i = y[CA_I * stride];
    const double ca_sr = y[CA_SR * stride];
    const double ena_j = log(nao / na_j) / fort, ena_sl = log(nao / na_sl) / fort, ek = log(ko / k_i) / fort;
    const double eca_j = log(cao / ca_j) / fort / 2, eca_sl = log(cao / ca_sl) / fort / 2, ecl = log(15.0 / 150) / fort;

    /* Fast sodium current. */
    const double up = v >= -40;
    const double am = fabs(v + 47.13) < 1e-6 ? 3.2 : 0.32 * (v + 47.13) / (1 - exp(-0.1 * (v + 47.13)));
    const double bm = 0.08 * exp(-v / 11), m = y[GATE_M * stride], h = y[GATE_H * stride], j = y[GATE_J * stride];
    const double ah = up ? 0 : 0.135 * exp((80 + v) / -6.8);
    const double bh = up ? 1 / (0.13 * (1 + exp(-(v + 10.66) / 11.1))) : 3.56 * exp(0.079 * v) + 3.1e5 * exp(0.35 * v);
    const double aj = up ? 0
                         : (-1.2714e5 * exp(0.2444 * v) - 3.474e-5 * exp(-0.04391 * v)) * (v + 37.78) /
                               (1 + exp(0.311 * (v + 79.23)));
    const double bj = up ? 0.3 * exp(-2.535e-7 * v) / (1 + exp(-0.1 * (v + 32)))
                         : 0.1212 * exp(-0.01052 * v) / (1 + exp(-0.1378 * (v + 40.14)));
    dy[GATE_M * stride] = am * (1 - m) - bm * m;
    dy[GATE_H * stride] = ah * (1 - h) - bh * h;
    dy[GATE_J * stride] = aj * (1 - j) - bj * j;
    const double g_na = 16 * m * m * m * h * j + 0.297e-3;
    const double i_na_j = in_j * g_na * (v - ena_j), i_na_sl = in_sl * g_na * (v - ena_sl);

    /* Sodium-potassium pump. */
    const double sigma = (exp(nao / 67.3) - 1) / 7;
    const double f_nak = 1 / (1 + 0.1245 * exp(-0.1 * v * fort) + 0.0365 * sigma * exp(-v * fort));
    const double pump = 1.90719 * f_nak * ko / (ko + 1.5);
    const double i_nak_j = in_j * pump / (1 + pow(11 / na_j, 4)), i_nak_sl = in_sl * pump / (1 + pow(11 / na_sl, 4));

    /* Potassium currents. */
    const double xkr = y[GATE_XKR * stride], xks = y[GATE_XKS * stride];
    const double tau_xkr = 1 / (0.00138 * (v + 7) / (1 - exp(-0.123 * (v + 7.0001))) +
                                6.1e-4 * (v + 10) / (exp(0.145 * (v + 10.0001)) - 1));
    dy[GATE_XKR * stride] = (rises((v + 50) / 7.5) - xkr) / tau_xkr;
    const double i_kr = 0.03 * sqrt(ko / 5.4) * xkr * rises(-(v + 33) / 22.4) * (v - ek);
    const double tau_xks = 1 / (7.19e-5 * (v + 30) / (1 - exp(-0.148 * (v + 30.0001))) +
                                1.31e-4 * (v + 30) / (exp(0.0687 * (v + 30.0001)) - 1));
    dy[GATE_XKS * stride] = (rises((v - 1.5) / 16.7) - xks) / tau_xks;
    const double pca_j = 3 - log10(ca_j), pca_sl = 3 - log10(ca_sl);
    const double gks_j = 0.07 * (0.057 + 0.19 / (1 + exp((pca_j - 7.2) / 0.6 - 10)));
    const double gks_sl = 0.07 * (0.057 + 0.19 / (1 + exp((pca_sl - 7.2) / 0.6 - 10)));
    const double eks = log((ko + 0.01833 * nao) / (k_i + 0.01833 * na_i)) / fort;
    const double i_ks = (in_j * gks_j + in_sl * gks_sl) * xks * xks * (v - eks);
    const double i_kp = 0.001 * (v - ek) * rises((v - 7.488) / 5.98);
    const double xtos = y[GATE_XTOS * stride], ytos = y[GATE_YTOS * stride], rtos = y[GATE_RTOS * stride];
    const double xtof = y[GATE_XTOF * stride], ytof = y[GATE_YTOF * stride];
    const double xto = rises((v + 3) / 15), yto = rises(-(v + 33.5) / 10);
    dy[GATE_XTOS * stride] = (xto - xtos) / (9 * rises(-(v + 3) / 15) + 0.5);
    dy[GATE_YTOS * stride] = (yto - ytos) / (3e3 * rises(-(v + 60) / 10) + 30);
    dy[GATE_RTOS * stride] = (yto - rtos) / (2.8e3 * rises(-(v + 60) / 10) + 220);
    dy[GATE_XTOF * stride] = (xto - xtof) / (3.5 * exp(-(v / 30) * (v / 30)) + 1.5);
    dy[GATE_YTOF * stride] = (yto - ytof) / (20 * yto + 20);
    const double i_to = (0.06 * xtos * (ytos + 0.5 * rtos) + 0.02 * xtof * ytof) * (v - ek);
    const double ak1 = 1.02 / (1 + exp(0.2385 * (v - ek - 59.215)));
    const double bk1 = (0.49124 * exp(0.08032 * (v + 5.476 - ek)) + exp(0.06175 * (v - ek - 594.31))) /
                       (1 + exp(-0.5143 * (v - ek + 4.753)));
    const double i_k1 = 0.9 * sqrt(ko / 5.4) * ak1 / (ak1 + bk1) * (v - ek);

    /* Chloride currents. */
    const double i_cl = (0.109625 * (in_j / (1 + 0.1 / ca_j) + in_sl / (1 + 0.1 / ca_sl)) + 0.009) * (v - ecl);

    /* Calcium current, a tenth of it through channels with six states. */
    const double d = y[GATE_D * stride], f = y[GATE_F * stride];
    const double shut_j = y[GATE_CA_J * stride], shut_sl = y[GATE_CA_SL * stride], open = rises((v + 14.5) / 6);
    const double off = v + 14.5, tau_d = fabs(off) < 1e-6 ? open / (6 * 0.035) : open * (1 - exp(-off / 6)) / (0.035 * off);
    dy[GATE_D * stride] = (open - d) / tau_d;
    dy[GATE_F * stride] = (rises(-(v + 35.06) / 3.6) + 0.6 / (1 + exp((50 - v) / 20)) - f) *
                          (0.0197 * exp(-pow(0.0337 * off, 2)) + 0.02);
    dy[GATE_CA_J * stride] = 1.7 * ca_j * (1 - shut_j) - 11.9e-3 * shut_j;
    dy[GATE_CA_SL * stride] = 1.7 * ca_sl * (1 - shut_sl) - 11.9e-3 * shut_sl;
    const double c3 = y[MODE_C3 * stride], c2 = y[MODE_C2 * stride], c1 = y[MODE_C1 * stride], o = y[MODE_O * stride];
    const double i1 = y[MODE_I1 * stride], i2 = y[MODE_I2 * stride];
    const double opens = 0.4 * exp((v + 2) / 10), closes = 0.05 * exp(-(v + 2) / 13), to_i = 1.7 * ca_j, to_o = 0.0119;
    const double alpha = opens / (1 + 0.2 * opens), beta = closes / (1 + 0.05 * closes);
    dy[MODE_C3 * stride] = beta * c2 - 2 * alpha * c3;
    dy[MODE_C2 * stride] = 2 * alpha * c3 + 2 * beta * c1 - (alpha + beta) * c2 + to_o * i2 - to_i * c2;
    dy[MODE_C1 * stride] = alpha * c2 + 0.5 * o - (2 * beta + 0.5) * c1;
    dy[MODE_O * stride] = 0.5 * c1 - 0.5 * o + to_o * i1 - to_i * o;
    dy[MODE_I1 * stride] = to_i * o - to_o * i1 + 0.01 * (i2 - i1);
    dy[MODE_I2 * stride] = to_i * c2 - to_o * i2 - 0.01 * (i2 - i1);
    const double x1 = v * fort, x2 = 2 * x1, small = fabs(v) < 1e-6;
    const double drive1 = small ? faraday : x1 * faraday / (exp(x1) - 1);
    const double drive2 = small ? 2 * faraday : 2 * x2 * faraday / (exp(x2) - 1);
    const double bar_ca_j = 5.4e-4 * drive2 * (0.341 * ca_j * exp(x2) - 0.341 * cao);
    const double bar_ca_sl = 5.4e-4 * drive2 * (0.341 * ca_sl * exp(x2) - 0.341 * cao);
    const double bar_k = 2.7e-7 * drive1 * (0.75 * k_i * exp(x1) - 0.75 * ko);
    const double bar_na_j = 1.5e-8 * drive1 * (0.75 * na_j * exp(x1) - 0.75 * nao);
    const double bar_na_sl = 1.5e-8 * drive1 * (0.75 * na_sl * exp(x1) - 0.75 * nao);
    const double gate = 0.45 * d * f, gate_j = 0.9 * (0.9 * gate * (1 - shut_j) + 0.1 * 0.45 * o);
    const double gate_sl = 0.1 * gate * (1 - shut_sl);
    const double i_ca_j = bar_ca_j * gate_j, i_ca_sl = bar_ca_sl * gate_sl, i_cak = bar_k * (gate_j + gate_sl);
    const double i_cana_j = bar_na_j * gate_j, i_cana_sl = bar_na_sl * gate_sl;

    /* Exchanger, pump and leak of calcium. */
    const double i_ncx_j = in_j * exchange(ca_j, na_j, cao, nao, v, fort);
    const double i_ncx_sl = in_sl * exchange(ca_sl, na_sl, cao, nao, v, fort);
    const double p_j = pow(ca_j, 1.6), p_sl = pow(ca_sl, 1.6), p_half = pow(0.0005, 1.6);
    const double i_cap_j = in_j * 0.0673 * p_j / (p_half + p_j), i_cap_sl = in_sl * 0.0673 * p_sl / (p_half + p_sl);
    const double i_cab_j = in_j * 2.513e-4 * (v - eca_j), i_cab_sl = in_sl * 2.513e-4 * (v - eca_sl);

    /* The sarcoplasmic reticulum. */
    const double r = y[RYR_R * stride], ro = y[RYR_O * stride], ri = y[RYR_I * stride], rest = 1 - r - ro - ri;
    const double k_sr = 15 - 14 / (1 + pow(0.45 / ca_sr, 2.5)), k_open = 10 / k_sr, k_in = 0.5 * k_sr;
    dy[RYR_R * stride] = 0.005 * rest - k_in * ca_j * r - (k_open * ca_j * ca_j * r - 0.06 * ro);
    dy[RYR_O * stride] = k_open * ca_j * ca_j * r - 0.06 * ro - (k_in * ca_j * ro - 0.005 * ri);
    dy[RYR_I * stride] = k_in * ca_j * ro - 0.005 * ri - (0.06 * ri - k_open * ca_j * ca_j * rest);
    const double release = 25 * ro * (ca_sr - ca_j), leak = 5.348e-6 * (ca_sr - ca_j);
    const double forth = pow(ca_i / 0.000246, 1.787), back = pow(ca_sr / 1.7, 1.787);
    const double uptake = 5.3114e-3 * (forth - back) / (1 + forth + back);

    /* Buffers. */
    const double nab_j = y[NA_BUFFER_J * stride], nab_sl = y[NA_BUFFER_SL * stride], mg = 1;
    const double tl = y[TROPONIN_LOW * stride], tc = y[TROPONIN_CA * stride], tm = y[TROPONIN_MG * stride];
    const double cb = y[CAM_BUFFER * stride], mc = y[MYOSIN_CA * stride], mm = y[MYOSIN_MG * stride];
    const double sb = y[SR_BUFFER * stride], lj = y[LOW_J * stride], ls = y[LOW_SL * stride];
    const double hj = y[HIGH_J * stride], hs = y[HIGH_SL * stride], cq = y[CALSEQUESTRIN * stride];
    dy[NA_BUFFER_J * stride] = 1e-4 * na_j * (7.561 - nab_j) - 1e-3 * nab_j;
    dy[NA_BUFFER_SL * stride] = 1e-4 * na_sl * (1.65 - nab_sl) - 1e-3 * nab_sl;
    dy[TROPONIN_LOW * stride] = 32.7 * ca_i * (0.07 - tl) - 0.0196 * tl;
    dy[TROPONIN_CA * stride] = 2.37 * ca_i * (0.14 - tc - tm) - 3.2e-5 * tc;
    dy[TROPONIN_MG * stride] = 0.003 * mg * (0.14 - tc - tm) - 0.00333 * tm;
    dy[CAM_BUFFER * stride] = 34 * ca_i * (0.024 - cb) - 0.238 * cb;
    dy[MYOSIN_CA * stride] = 13.8 * ca_i * (0.14 - mc - mm) - 4.6e-4 * mc;
    dy[MYOSIN_MG * stride] = 0.0157 * mg * (0.14 - mc - mm) - 5.7e-5 * mm;
    dy[SR_BUFFER * stride] = 100 * ca_i * (0.0171 - sb) - 0.06 * sb;
    dy[LOW_J * stride] = 100 * ca_j * (0.00046 * v_myo / v_j - lj) - 1.3 * lj;
    dy[LOW_SL * stride] = 100 * ca_sl * (0.0374 * v_myo / v_sl - ls) - 1.3 * ls;
    dy[HIGH_J * stride] = 100 * ca_j * (0.000165 * v_myo / v_j - hj) - 0.03 * hj;
    dy[HIGH_SL * stride] = 100 * ca_sl * (0.0134 * v_myo / v_sl - hs) - 0.03 * hs;
    dy[CALSEQUESTRIN * stride] = 100 * ca_sr * (0.14 * v_myo / v_sr - cq) - 65 * cq;
    const double bound_i = dy[TROPONIN_LOW * stride] + dy[TROPONIN_CA * stride] + dy[CAM_BUFFER * stride] +
                           dy[MYOSIN_CA * stride] + dy[SR_BUFFER * stride];

    /* Concentrations and the potential. */
    const double j_ca_j = 8.2413e-13, j_ca_sl = 3.7243e-12, j_na_j = 1.8313e-14, j_na_sl = 1.6386e-12;
    const double na_cur_j = i_na_j + 3 * i_ncx_j + 3 * i_nak_j + i_cana_j;
    const double na_cur_sl = i_na_sl + 3 * i_ncx_sl + 3 * i_nak_sl + i_cana_sl;
    const double ca_cur_j = i_ca_j + i_cab_j + i_cap_j - 2 * i_ncx_j;
    const double ca_cur_sl = i_ca_sl + i_cab_sl + i_cap_sl - 2 * i_ncx_sl;
    const double k_cur = i_to + i_kr + i_ks + i_k1 - 2 * (i_nak_j + i_nak_sl) + i_cak + i_kp;
    const double current = capacity / faraday, within = t - cell->cycle * floor(t / cell->cycle);
    dy[CA_SR * stride] = uptake - (leak * v_myo / v_sr + release) - dy[CALSEQUESTRIN * stride];
    dy[NA_J * stride] = -na_cur_j * current / v_j + j_na_j / v_j * (na_sl - na_j) - dy[NA_BUFFER_J * stride];
    dy[NA_SL * stride] = -na_cur_sl * current / v_sl + j_na_j / v_sl * (na_j - na_sl) + j_na_sl / v_sl * (na_i - na_sl) -
                         dy[NA_BUFFER_SL * stride];
    dy[NA_I * stride] = j_na_sl / v_myo * (na_sl - na_i);
    dy[K_I * stride] = 0;
    dy[CA_J * stride] = -ca_cur_j * current / (2 * v_j) + j_ca_j / v_j * (ca_sl - ca_j) - dy[LOW_J * stride] -
                        dy[HIGH_J * stride] + release * v_sr / v_j + leak * v_myo / v_j;
    dy[CA_SL * stride] = -ca_cur_sl * current / (2 * v_sl) + j_ca_j / v_sl * (ca_j - ca_sl) +
                         j_ca_sl / v_sl * (ca_i - ca_sl) - dy[LOW_SL * stride] - dy[HIGH_SL * stride];
    dy[CA_I * stride] = -uptake * v_sr / v_myo - bound_i + j_ca_sl / v_myo * (ca_sl - ca_i);
    dy[POTENTIAL * stride] = -(na_cur_j + na_cur_sl + ca_cur_j + ca_cur_sl + k_cur + i_cl -
                               (within < 5 ? cell->stimulus : 0));
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
