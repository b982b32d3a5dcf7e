/* A function, a parameter and a struct member named as C++ keywords around a region. */
#include "../test.h"

static void delete(int *new, int this)
{
    #pragma omp target teams distribute parallel for map(tofrom: new[0:this])
    for (int namespace = 0; namespace < this; namespace++)
        new[namespace] += namespace;
}

static void catch(double *template, int virtual, double operator)
{
    #pragma omp target teams distribute parallel for map(tofrom: template[0:virtual])
    for (int class = 0; class < virtual; class++)
        template[class] *= operator;
}

int main(void)
{
    int a[64] = {0};
    double b[64];
    for (int i = 0; i < 64; i++)
        b[i] = i;
    delete(a, 64);
    delete(a, 32);
    catch(b, 64, 0.5);
    for (int i = 0; i < 64; i++)
        CHECK(a[i] == (i < 32 ? 2 * i : i) && b[i] == i * 0.5);
    printf("%d %g\n", a[63], b[63]);
    return test_end();
}
