/* A pointer reached through two structs. */
#include "../test.h"

struct mesh {
    int n;
    double *x;
};

struct model {
    char name[8];
    struct mesh mesh;
    double *weights;
};

int main(void)
{
    struct model m = {"model", {50, malloc(50 * sizeof(double))}, malloc(50 * sizeof(double))};
    for (int i = 0; i < 50; i++)
        m.mesh.x[i] = i, m.weights[i] = 2;

    #pragma omp target data map(to: m) map(tofrom: m.mesh.x[0:m.mesh.n]) map(to: m.weights[0:50])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < m.mesh.n; i++)
            m.mesh.x[i] *= m.weights[i];
    }
    for (int i = 0; i < 50; i++)
        CHECK(m.mesh.x[i] == 2 * i);
    printf("%s %g\n", m.name, m.mesh.x[49]);
    free(m.mesh.x);
    free(m.weights);
    return test_end();
}
