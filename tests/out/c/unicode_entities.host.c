// nvcc takes only ASCII in names of kernels, functions and variables with static storage.
#include "romp.h"
struct Maß {
    double höhe;
};

double tábla[3] = {1, 2, 3};
int zähler, z_u00e4hler;
/* declare target to(tábla, zähler, z_u00e4hler) */

static double Δ(struct Maß m)
{
    static const double fäktor = 0.5;
    return m.höhe * fäktor;
}

void größe(double *señal)
{
    struct Maß m = {4};
    /* target map(from: señal[0:1]) */
    ROMP_TARGET("unicode_entities.c:19", gr_u00f6_u00dfe_1,
        romp_block(1), romp_num_teams(1), romp_from(se\U000000f1al, 0, 1), romp_value(m))
    #pragma omp target if(target: 0) map(tofrom: zähler, z_u00e4hler) /* host version */
    {
        double µ = tábla[1];
        señal[0] = µ + Δ(m) + zähler + z_u00e4hler;
    }
}
ROMP_DECLARE_TARGET_AS(tábla, "t_u00e1bla")
ROMP_DECLARE_TARGET_AS(zähler, "z_u00e4hler_")
ROMP_DECLARE_TARGET(z_u00e4hler)
