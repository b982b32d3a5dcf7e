// nvcc takes only ASCII in names of kernels, functions and variables with static storage.
struct Maß {
    double höhe;
};

double tábla[3] = {1, 2, 3};
int zähler, z_u00e4hler;
#pragma omp declare target to(tábla, zähler, z_u00e4hler)

static double Δ(struct Maß m)
{
    static const double fäktor = 0.5;
    return m.höhe * fäktor;
}

void größe(double *señal)
{
    struct Maß m = {4};
    #pragma omp target map(from: señal[0:1])
    {
        double µ = tábla[1];
        señal[0] = µ + Δ(m) + zähler + z_u00e4hler;
    }
}
