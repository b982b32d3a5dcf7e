/* Calmodulin in one place of a cell, with the kinase and the phosphatase that it wakes (Saucerman and Bers, 2008). */
#ifndef CALMODULIN_H
#define CALMODULIN_H

#include "myocyte.h"

/* Calmodulin with 0, 2 and 4 calcium ions, free and buffered; the kinase's states; calcineurin's. */
enum {
    CAM0, CAM2, CAM4, CAM0B, CAM2B, CAM4B,
    KINASE_B2, KINASE_B, KINASE_T, KINASE_T2, KINASE_A,
    CAN4, CAM0_CAN, CAM2_CAN, CAM4_CAN
};

#ifdef _OPENMP
#pragma omp declare target
#endif
/* Writes the derivatives of the 15 variables, in 1/ms, and returns the calcium that is set free, in micromoles a litre
   and millisecond. `calcium` and `potassium` are in millimoles a litre; element `i` is at y[i * stride]. */
DEVICE_FUNCTION double calmodulin(const double *y, double *dy, size_t stride, const struct contents *all,
                                  double calcium, double potassium)
{
    const double magnesium = 1, ca2 = calcium * calcium * 1e6;
    const double k20 = 10, k42 = 500;
    const double k02 = k20 / (0.0025 * (1 + potassium / 0.94 - magnesium / 0.012) *
                              (1 + potassium / 8.1 + magnesium / 0.022));
    const double k24 = k42 / (0.128 * (1 + potassium / 0.64 + magnesium / 0.0014) *
                              (1 + potassium / 13 - magnesium / 0.153));
    const double b_off = 0.0014, b_on = b_off / 0.2;
    const double kbi = 2.2, kib = kbi / 0.0335, kpp1 = 1.72, km = 11.5;
    const double can_off = 1, can_on = 2, cam_can_on = 46, cam4_can_off = 0.0013;
    const double cam2_can_off = 2508 * cam4_can_off, cam0_can_off = 165 * cam2_can_off;
    const double cam0 = y[CAM0 * stride], cam2 = y[CAM2 * stride], cam4 = y[CAM4 * stride];
    const double cam0b = y[CAM0B * stride], cam2b = y[CAM2B * stride], cam4b = y[CAM4B * stride];
    const double b2 = y[KINASE_B2 * stride], b = y[KINASE_B * stride], t = y[KINASE_T * stride];
    const double t2 = y[KINASE_T2 * stride], a = y[KINASE_A * stride];
    const double can4 = y[CAN4 * stride], cam0_can = y[CAM0_CAN * stride], cam2_can = y[CAM2_CAN * stride];
    const double cam4_can = y[CAM4_CAN * stride];
    const double free_buffer = all->buffer - cam0b - cam2b - cam4b;
    const double can2 = all->calcineurin - can4 - cam0_can - cam2_can - cam4_can, inactive = 1 - b2 - b - t - t2 - a;

    const double r02 = k02 * ca2 * cam0 - k20 * cam2, r24 = k24 * ca2 * cam2 - k42 * cam4;
    const double r02b = k02 * ca2 * cam0b - k20 / 100 * cam2b, r24b = k24 * ca2 * cam2b - k42 * cam4b;
    const double r0b = b_on * cam0 * free_buffer - b_off * cam0b;
    const double r2b = b_on * cam2 * free_buffer - b_off / 100 * cam2b;
    const double r4b = b_on * cam4 * free_buffer - b_off / 100 * cam4b;
    const double rcan = can_on * ca2 * can2 - can_off * can4;
    const double r02can = k02 * ca2 * cam0_can - k20 / 165 * cam2_can;
    const double r24can = k24 * ca2 * cam2_can - k20 / 2508 * cam4_can;
    const double r0can = cam_can_on * cam0 * can4 - cam0_can_off * cam0_can;
    const double r2can = cam_can_on * cam2 * can4 - cam2_can_off * cam2_can;
    const double r4can = cam_can_on * cam4 * can4 - cam4_can_off * cam4_can;
    const double rib2 = kib * cam2 * inactive - 5 * kib * b2, rb2b = k24 * ca2 * b2 - k42 * 0.0335 / 5 * b;
    const double rib = kib * cam4 * inactive - kbi * b;
    const double awake = b + t + t2 + a, kbt = awake * (0.055 + awake * (0.0074 + awake * 0.015));
    const double pp1 = kpp1 * all->phosphatase;
    const double rbt = kbt * b - pp1 * t / (km + all->kinase * t);
    const double rtt2 = k42 * 0.0335e-3 / 5 * t - k24 * ca2 * t2;
    const double rta = kbi / 1000 * t - kib * cam4 * a, rt2a = 5 * kib * 1e-3 * t2 - kib * cam2 * a;
    const double rt2b2 = pp1 * t2 / (km + all->kinase * t2), rai = pp1 * a / (km + all->kinase * a);

    const double n = all->kinase;
    dy[CAM0 * stride] = 1e-3 * (-r02 - r0b - r0can);
    dy[CAM2 * stride] = 1e-3 * (r02 - r24 - r2b - r2can + n * (-rib2 + rt2a));
    dy[CAM4 * stride] = 1e-3 * (r24 - r4can - r4b + n * (-rib + rta));
    dy[CAM0B * stride] = 1e-3 * (r0b - r02b);
    dy[CAM2B * stride] = 1e-3 * (r02b + r2b - r24b);
    dy[CAM4B * stride] = 1e-3 * (r24b + r4b);
    dy[KINASE_B2 * stride] = 1e-3 * (rib2 - rb2b + rt2b2);
    dy[KINASE_B * stride] = 1e-3 * (rib + rb2b - rbt);
    dy[KINASE_T * stride] = 1e-3 * (rbt - rta - rtt2);
    dy[KINASE_T2 * stride] = 1e-3 * (rtt2 - rt2a - rt2b2);
    dy[KINASE_A * stride] = 1e-3 * (rta + rt2a - rai);
    dy[CAN4 * stride] = 1e-3 * (rcan - r0can - r2can - r4can);
    dy[CAM0_CAN * stride] = 1e-3 * (r0can - r02can);
    dy[CAM2_CAN * stride] = 1e-3 * (r2can + r02can - r24can);
    dy[CAM4_CAN * stride] = 1e-3 * (r4can + r24can);
    return 1e-3 * (2 * n * (rtt2 - rb2b) - 2 * (r02 + r24 + r02b + r24b + rcan + r02can + r24can));
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
